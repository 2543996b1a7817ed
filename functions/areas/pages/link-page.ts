import { notFound, type Problem } from '../../../domain/errors.ts';
import type { LinkState } from '../../../domain/links/magic-link.ts';
import { escaped } from '../../../formats/markup.ts';
import { bestLanguage } from '../../../web/text/languages.ts';
import { textsOf } from '../../../web/text/texts.ts';
import type { Handler, RequestContext } from '../../http/exchange.ts';
import type { ErrorPage } from '../../http/steps/answer-error.ts';
import type { pagesApi } from './api.ts';
import { htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

/** The state of a link, or the reason for which it was not looked up. */
type Shown = LinkState | 'limited' | 'failed';
type PageServices = Pick<PagesServices, 'filesOf' | 'storageOrigin'>;

/** The URL is a secret that gives access: no cache keeps it, and pages that are opened from here do not learn it. */
const secretHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** The page of a link that opens, or is known not to. */
export const getLinkPage: Handler<typeof pagesApi.endpoints.getLinkPage, PagesServices> = async (
  { params: { linkId }, request },
  services,
) => {
  const state = await services.linkState(linkId);
  if (state === 'unknown') throw notFound('link', 'in this URL');
  return { status: state === 'open' ? 200 : 410, ...(await linkPage(state, request, services)) };
};

/** The page of a link that cannot be shown. */
export function linkErrorPage(services: PageServices): ErrorPage {
  return ({ kind }: Problem, request) => linkPage(stateOf[kind] ?? 'failed', request, services);
}

const stateOf: Partial<Record<Problem['kind'], Shown>> = { notFound: 'unknown', rateLimited: 'limited' };

async function linkPage(state: Shown, { base, headers }: RequestContext, { filesOf, storageOrigin }: PageServices) {
  const lang = bestLanguage((headers['accept-language'] ?? '').split(','));
  const texts = textsOf(lang).link;
  const shown = state === 'open' ? { title: texts.title, text: texts.opening } : texts[state];
  // The tab that has used it up goes on with its session.
  const busy = state === 'open' ? ' aria-busy="true"' : '';
  const body = `<div id="page" class="page" data-state="${state}"${busy}>
<main class="card notice notice-${state}"><div class="mark" aria-hidden="true"></div><h1>${escaped(shown.title)}</h1><p>${escaped(shown.text)}</p></main>
</div>
<noscript><p class="notice">${escaped(texts.needsScript)}</p></noscript>`;
  const files = await filesOf('link');
  return {
    headers: {
      // The owner's images come from where the owner keeps them; browsers fetch them without telling from which page. Maps come from the storage.
      ...pageHeaders({ connect: [storageOrigin], images: `'self' ${storageOrigin} https: data:` }),
      ...secretHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-language': lang,
      vary: 'accept-language',
    },
    body: htmlPage({ lang, title: shown.title, base, files, plain: state !== 'open' && state !== 'exhausted', body }),
  };
}
