import { createHash } from 'node:crypto';
import { findProvider, type ProviderKey, providerOf } from '../../../../domain/providers/providers.ts';
import { escaped } from '../../../../formats/markup.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import type { ErrorPage } from '../../../http/steps/answer-error.ts';
import { type Language, type Texts, textOf, texts } from './texts.ts';

/** A card as on the pages of links, but without their files: the sign-in ends in another tab, perhaps in another browser. */
const style = `:root { color-scheme: light dark }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: grid; place-items: center; padding: 1rem; font: 1.05rem/1.5 system-ui, sans-serif;
  background: light-dark(#f5f5f5, #12160f); color: light-dark(#1d2718, #eef1e7) }
main { width: 100%; max-width: 26rem; padding: 2rem 1.5rem; text-align: center; border-radius: 14px;
  background: light-dark(#ffffff, #1b2117); border: 1px solid light-dark(#dfe2d6, #353f2d) }
svg { width: 3.5rem; height: 3.5rem; margin-bottom: 1rem }
h1 { font: bold 1.4rem/1.25 Georgia, serif; margin-bottom: 0.5rem }
p + p { margin-top: 0.75rem }
p { color: light-dark(#56604d, #a9b49d) }`;

const marks = {
  connected: '<circle cx="28" cy="28" r="28" fill="#37691c"/><path d="M16 29l8 8 16-18" stroke="#fff"/>',
  failed: '<circle cx="28" cy="28" r="28" fill="#a1261b"/><path d="M28 15v17M28 40v1" stroke="#fff"/>',
} as const;

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page needs nothing and may do nothing. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The account is connected. */
export function connectedPage(provider: ProviderKey, request: RequestContext) {
  const language = languageOf(request);
  const { title, advice } = texts[language].connected;
  return page(language, 'connected', filled(title, provider), [filled(advice, provider)]);
}

/** The page of a failed sign-in. It shows nothing of the request except the name of a known provider. */
export const errorPage: ErrorPage = ({ errorKey }, request) => {
  const language = languageOf(request);
  const named = findProvider(request.path.split('/one-click-integration/')[1]?.split('/')[0] ?? '')?.key;
  const { title, advice } = textOf(texts[language], errorKey);
  const reference = `${texts[language].reference} ${request.requestId}`;
  return page(language, 'failed', filled(title, named), [filled(advice, named)], reference);
};

function page(
  language: Language,
  mark: keyof typeof marks,
  title: string,
  paragraphs: readonly string[],
  small?: string,
) {
  const body = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
<main>
<svg viewBox="0 0 56 56" fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${marks[mark]}</svg>
<h1>${escaped(title)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${small === undefined ? '' : `<p><small>${escaped(small)}</small></p>`}
</main>
</html>
`;
  return { headers: { ...headers, 'content-language': language }, body };
}

function filled(text: Texts['connected']['title'], provider: ProviderKey | undefined): string {
  return text.replaceAll('{provider}', provider === undefined ? '' : providerOf(provider).displayName);
}

/** The first supported language of the browser, which sends the preferred one first. */
function languageOf({ headers: { 'accept-language': accept = '' } }: RequestContext): Language {
  const wanted = accept.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  return wanted.find((tag): tag is Language => Object.hasOwn(texts, tag)) ?? 'en';
}
