import { builtPages, demoFiles } from '../../../adapters/assets/pages.ts';
import { linkDirectory } from '../../../adapters/aws/dynamodb/keys/link-directory.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { systemClock } from '../../../adapters/system.ts';
import { callerNetwork } from '../../../domain/access/caller-network.ts';
import { environment } from '../../http/environment.ts';
import { publicServices } from '../../http/public-services.ts';
import { type LambdaHandler, serve } from '../../http/serve.ts';
import { pagesApi } from './api.ts';
import { consoleErrorPage, isConsolePath } from './console-error-page.ts';
import { getConsole } from './get-console.ts';
import { getWebFile } from './get-web-file.ts';
import { storageOrigin } from './html.ts';
import { getLinkPage, linkErrorPage } from './link-page.ts';
import { getComponentsPage, getGuide, getGuides, getHome } from './page-handlers.ts';
import type { Demo, PagesServices } from './services.ts';

const {
  KEYS_TABLE,
  USERS_TABLE,
  FILES_BUCKET: bucket,
  AWS_REGION: region,
} = environment('KEYS_TABLE', 'USERS_TABLE', 'FILES_BUCKET', 'AWS_REGION');
const links = linkDirectory(table(KEYS_TABLE), table(USERS_TABLE), systemClock);
const { AWS_ENDPOINT_URL_S3: endpoint, DEMO_FILE: demoFile } = process.env;

const shown = { ...builtPages(), storageOrigin: storageOrigin({ endpoint, bucket, region }) };

const [onConsole, onLink] = [consoleErrorPage(shown), linkErrorPage(shown)];

const services: PagesServices = {
  ...publicServices(),
  ...shown,
  networkOf: callerNetwork,
  errorPage: (problem, request) => (isConsolePath(request.path) ? onConsole : onLink)(problem, request),
  isPagePath: isConsolePath,
  linkState: (linkId) => links.state(linkId),
  ...(demoFile && { demo: demoFiles<Demo>(demoFile) }),
};

export const handler: LambdaHandler = serve(
  pagesApi,
  {
    getHome,
    getGuides,
    getGuide,
    getLinkPage,
    getComponentsPage,
    getConsole,
    getConsoleUser: getConsole,
    getConsoleField: getConsole,
    getConsoleSeason: getConsole,
    getWebFile,
  },
  services,
);
