import type { Handler } from '../http/exchange.ts';
import type { docsApi } from './api.ts';
import { contentSecurityPolicy } from './page-policy.ts';
import type { DocsServices } from './services.ts';

export const getDocsPage: Handler<typeof docsApi.operations.getDocsPage, DocsServices> = async (
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
