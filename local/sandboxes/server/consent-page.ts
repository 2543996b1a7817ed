/** What a grower may answer on the page. */
export interface Choice {
  /** The value of `answer`. */
  answer: string;
  label: string;
}

/** A page of a sandbox on which a grower chooses with one click. */
export function choicePage(title: string, lines: readonly string[], url: URL, choices: readonly Choice[]): string {
  const link = ({ answer, label }: Choice) => {
    const target = new URL(url);
    target.searchParams.set('answer', answer);
    return `<p><a id="${escaped(answer)}" href="${escaped(`${target.pathname}${target.search}`)}">${escaped(label)}</a></p>`;
  };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} (sandbox)</title>
<style>body { font: 1.1rem/1.5 system-ui; max-width: 32rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>${escaped(title)}</h1>
<p>A sandbox on this machine stands for the provider. Nobody is asked for a password.</p>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${choices.map(link).join('\n')}
</html>
`;
}

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
