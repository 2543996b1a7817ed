import { bestLanguage } from '../../../web/text/languages.ts';
import { textsOf } from '../../../web/text/texts.ts';
import type { Handler } from '../../http/exchange.ts';
import type { pagesApi } from './api.ts';
import { escaped, htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

const statuses = { open: 200, unknown: 404, expired: 410, revoked: 410, exhausted: 410 } as const;

/** The URL is a secret that gives access: no cache keeps it, and pages that are opened from here do not learn it. */
const secret = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

export const getLinkPage: Handler<typeof pagesApi.endpoints.getLinkPage, PagesServices> = async (
  { params: { linkId }, request: { base, headers } },
  { linkState, filesOf, storageOrigin },
) => {
  const lang = bestLanguage((headers['accept-language'] ?? '').split(','));
  const texts = textsOf(lang).link;
  const [state, files] = await Promise.all([linkState(linkId), filesOf('link')]);
  const status = statuses[state];
  const shown = state === 'open' ? { title: texts.title, text: texts.opening } : texts[state];
  // The tab that has used it up goes on with its session.
  const busy = state === 'open' ? ' aria-busy="true"' : '';
  const body = `<div id="page" class="page" data-state="${state}"${busy}>
<main class="card notice notice-${state}"><div class="mark" aria-hidden="true"></div><h1>${escaped(shown.title)}</h1><p>${escaped(shown.text)}</p></main>
</div>
<noscript><p class="notice">${escaped(texts.needsScript)}</p></noscript>`;
  return {
    status,
    headers: {
      // The owner's images come from where the owner keeps them; browsers fetch them without telling from which page.
      ...pageHeaders({ connect: [storageOrigin], images: "'self' https: data:" }),
      ...secret,
      'content-language': lang,
      vary: 'accept-language',
    },
    body: htmlPage({ lang, title: shown.title, base, files, plain: state !== 'open' && state !== 'exhausted', body }),
  };
};
