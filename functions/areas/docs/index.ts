import { readAsset } from '../../../adapters/read-asset.ts';
import { areas } from '../../areas.ts';
import { noRoute } from '../../http/no-route.ts';
import { publicServices } from '../../http/public-services.ts';
import { routes } from '../../http/routes.ts';
import { type LambdaHandler, serve } from '../../http/serve.ts';
import { docsApi } from './api.ts';
import { getDocsAsset } from './get-docs-asset.ts';
import { getDocsPage } from './get-docs-page.ts';
import { getOpenApi } from './get-open-api.ts';

const documented = serve(docsApi, { getOpenApi, getDocsPage, getDocsAsset }, { ...publicServices(), readAsset });
const otherwise = noRoute(routes(areas));

/** The documentation, and the answer to every address that no other route has. */
export const handler: LambdaHandler = async (event, context) =>
  event.routeKey === '$default' ? otherwise(event) : documented(event, context);
