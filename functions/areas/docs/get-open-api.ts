import type { Handler } from '../../http/exchange.ts';
import type { docsApi } from './api.ts';
import type { DocsServices } from './services.ts';

export const getOpenApi: Handler<typeof docsApi.endpoints.getOpenApi, DocsServices> = async (
  { request },
  { readAsset },
) => {
  const document: Record<string, unknown> = JSON.parse(Buffer.from(await readAsset('openapi.json')).toString());
  const root = request.base.replace(/\/v2$/, '');
  const servers = [
    { url: root, description: 'With a legacy id_token.' },
    { url: `${root}/v2`, description: 'With an OAuth 2.0 access token.' },
  ];
  // The first one is what the page tries endpoints on: the base that served it.
  if (request.base !== root) servers.reverse();
  return { status: 200, body: JSON.stringify({ ...document, servers }) };
};
