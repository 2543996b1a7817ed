import { findProvider } from '../../../domain/providers/providers.ts';

/** The consent page of an imitated provider: two links, and an explanation of what the real provider would do. */
export function consentPage(url: URL): string {
  const [, key = ''] = url.pathname.split('/');
  const name = findProvider(key)?.displayName ?? 'the provider';
  const link = (answer: string) => {
    const target = new URL(url);
    target.searchParams.set('answer', answer);
    return escaped(`${target.pathname}${target.search}`);
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(name)} (played)</title>
<style>body { font: 1.1rem/1.5 system-ui; max-width: 30rem; margin: 3rem auto; padding: 0 1rem } a { margin-right: 1.5rem }</style>
<h1>${escaped(name)}</h1>
<p>This page stands for the one on which a grower signs in at ${escaped(name)} and lets an application read the farm's data. Nobody is asked for a password here.</p>
<p><b>${escaped(url.searchParams.get('client_id') ?? '')}</b> asks for: ${escaped(url.searchParams.get('scope') ?? 'everything')}</p>
<p><a id="allow" href="${link('allow')}">Allow</a> <a id="deny" href="${link('deny')}">Refuse</a></p>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
