import { escaped } from '../../../formats/markup.ts';
import type { ErrorPage } from '../../http/steps/answer-error.ts';
import { htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

/** Whether a path is one of the console, with or without a page. @example isConsolePath('/console/nothing') // true */
export const isConsolePath = (path: string): boolean => path === '/console' || path.startsWith('/console/');

/** A page of the console that does not exist or cannot be shown. It needs no script and nobody to be signed in. */
export function consoleErrorPage({ filesOf }: Pick<PagesServices, 'filesOf'>): ErrorPage {
  return async ({ kind, message }, request) => {
    const root = request.base.replace(/\/v2$/, '');
    const title = kind === 'notFound' ? 'There is no such page' : 'The page cannot be shown';
    const text = kind === 'notFound' ? 'Pages of the console are those of users, fields and seasons.' : message;
    return {
      headers: { ...pageHeaders(), 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' },
      body: htmlPage({
        lang: 'en',
        title: `${title} · Furrow`,
        base: root,
        files: await filesOf('console'),
        plain: true,
        body: `<header class="console-header"><a class="brand" href="${escaped(root)}/console">Furrow</a></header>
<main class="console-main"><section class="notice card"><h1>${title}</h1><p>${escaped(text)}</p><p><a href="${escaped(root)}/console">Show all fields</a></p></section></main>`,
      }),
    };
  };
}
