import type { Handler } from '../../http/exchange.ts';
import type { docsApi } from './api.ts';
import type { DocsServices } from './services.ts';

/** The page may talk to the API that serves it and load nothing from elsewhere. Its library sets styles on elements and draws data images. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const getDocsPage: Handler<typeof docsApi.endpoints.getDocsPage, DocsServices> = async (
  { request },
  { readAsset },
) => {
  const page = new TextDecoder().decode(await readAsset('page.html'));
  return {
    status: 200,
    headers: {
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    },
    body: page.replaceAll('{base}', request.base),
  };
};
