import { readAsset } from '../../../adapters/assets/read-asset.ts';
import { publicServices } from '../../http/public-services.ts';
import { routes } from '../../http/routes.ts';
import { noRoute } from '../../http/routing/no-route.ts';
import { type LambdaHandler, serve } from '../../http/serve.ts';
import { docsApi } from './api.ts';
import { getDocsAsset, getDocsPage, getOpenApi } from './handlers.ts';

const documented = serve(docsApi, { getOpenApi, getDocsPage, getDocsAsset }, { ...publicServices(), readAsset });
let otherwise: ReturnType<typeof noRoute> | undefined;

/** Paths outside of the API. They are found with the contracts of all areas, which take longer to load than the documentation. */
const answerOtherwise: LambdaHandler = async (event) => {
  otherwise ??= noRoute(routes((await import('../../areas.ts')).areas));
  return otherwise(event);
};

/** The documentation, and the answer to every address that no other route has. */
export const handler: LambdaHandler = (event, context) =>
  event.routeKey === '$default' ? answerOtherwise(event, context) : documented(event, context);
