import type { Handler } from '../../http/exchange.ts';
import type { docsApi } from './api.ts';
import type { DocsServices } from './services.ts';

export const getHome: Handler<typeof docsApi.endpoints.getHome, DocsServices> = async ({ request }) => ({
  status: 303,
  headers: { location: `${request.base}/docs` },
});
