import { createHash } from 'node:crypto';
import { findProvider, type ProviderKey, providerOf } from '../../../../domain/providers/providers.ts';
import type { RequestContext } from '../../../http/exchange.ts';
import type { ErrorPage } from '../../../http/middleware/answer.ts';
import { type Language, type Texts, textOf, texts } from './texts.ts';

const style = `:root { color-scheme: light dark }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 12vh auto 0; padding: 0 1.25rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
small { color: color-mix(in srgb, currentColor 70%, transparent) }`;

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
  return page(language, filled(title, provider), [filled(advice, provider)]);
}

/** A sign-in that did not come to an end. Of the request nothing is shown but the name of a provider that there is. */
export const errorPage: ErrorPage = ({ errorKey }, request) => {
  const language = languageOf(request);
  const named = findProvider(request.path.split('/one-click-integration/')[1]?.split('/')[0] ?? '')?.key;
  const { title, advice } = textOf(texts[language], errorKey);
  const reference = `${texts[language].reference} ${request.requestId}`;
  return page(language, filled(title, named), [filled(advice, named)], reference);
};

function page(language: Language, title: string, paragraphs: readonly string[], small?: string) {
  const body = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
<main>
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

/** The first language that the browser asks for and that there is; browsers send the preferred one first. */
function languageOf({ headers: { 'accept-language': accept = '' } }: RequestContext): Language {
  const wanted = accept.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  return wanted.find((tag): tag is Language => Object.hasOwn(texts, tag)) ?? 'en';
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
