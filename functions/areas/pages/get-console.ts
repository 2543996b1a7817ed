import { escaped } from '../../../formats/markup.ts';
import type { RequestContext } from '../../http/exchange.ts';
import { isAtHome } from './demo.ts';
import { htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

/**
 * The shell of the console, the same for every path and everybody: a field that does not exist and one of another owner look alike.
 * On this machine it says that there is a demo owner to sign in.
 */
export async function getConsole(
  { request }: { request: RequestContext },
  { filesOf, demo, storageOrigin }: PagesServices,
) {
  const root = request.base.replace(/\/v2$/, '');
  const isHome = demo !== undefined && isAtHome(request);
  return {
    status: 200,
    headers: {
      // Layers and pictures lie in the storage.
      ...pageHeaders({ connect: [storageOrigin], images: `'self' data: blob: ${storageOrigin}` }),
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
    },
    body: htmlPage({
      lang: 'en',
      title: 'Furrow',
      base: root,
      files: await filesOf('console'),
      data: isHome ? { home: '' } : {},
      body: `<div id="page"><header class="console-header"><a class="brand" href="${escaped(root)}/console">Furrow</a></header>
<main class="console-main"><p class="busy">Opening the season …</p></main></div>
<noscript><p>This page needs JavaScript.</p></noscript>`,
    }),
  } as const;
}
