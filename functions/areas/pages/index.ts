import { builtPages, demoFiles } from '../../../adapters/pages.ts';
import { publicServices } from '../../http/public-services.ts';
import { type LambdaHandler, serve } from '../../http/serve.ts';
import { pagesApi } from './api.ts';
import { getComponentsPage } from './get-components-page.ts';
import { getHome } from './get-home.ts';
import { getLinkPage } from './get-link-page.ts';
import { getWebFile } from './get-web-file.ts';
import type { Demo } from './services.ts';

const { AWS_ENDPOINT_URL_S3: storage, AWS_REGION: region, DEMO_FILE: demoFile } = process.env;

export const handler: LambdaHandler = serve(
  pagesApi,
  { getHome, getLinkPage, getComponentsPage, getWebFile },
  {
    ...publicServices(),
    ...builtPages(),
    linkState: async () => 'unknown' as const,
    // Where the addresses of parts lead, which the bucket's name begins.
    storageOrigin: storage ? new URL(storage).origin : `https://*.s3.${region}.amazonaws.com`,
    ...(demoFile && { demo: demoFiles<Demo>(demoFile) }),
  },
);
