import type { Handler } from '../../http/exchange.ts';
import type { pagesApi } from './api.ts';
import { htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

export const getComponentsPage: Handler<typeof pagesApi.endpoints.getComponentsPage, PagesServices> = async (
  { request: { base } },
  { filesOf, storageOrigin },
) => ({
  status: 200,
  headers: {
    ...pageHeaders({ connect: [storageOrigin], images: "'self' https: data:" }),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
  },
  body: htmlPage({
    lang: 'en',
    title: 'Furrow components',
    base,
    files: await filesOf('playground'),
    body: '<div id="page" class="page"></div>\n<noscript><p>This page needs JavaScript.</p></noscript>',
  }),
});
