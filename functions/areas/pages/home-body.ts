import { escaped } from '../../../formats/markup.ts';

const doors: [path: string, title: string, text: string][] = [
  ['/console', 'Console', 'A field’s season on one screen: maps, weather, satellite scenes, and numbers that say how.'],
  ['/docs', 'API reference', 'Every endpoint, to read about and to try out.'],
  ['/openapi.json', 'OpenAPI 3.1', 'A description of the API for tools, such as client generators.'],
  ['/guides', 'Guides', 'From the first field to SQL over every point, step by step.'],
  ['/components', 'Components', 'Web components for connecting and uploading, for your own pages.'],
];

const mark = `<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2f5a1b"/><path d="M16 10C12 15 6 19 3 29M16 10c-1 6-3 12-4 20M16 10c1 6 3 12 4 20M16 10c4 5 10 9 13 19" stroke="#f2e3b3" stroke-width="2.4" fill="none" stroke-linecap="round"/><circle cx="16" cy="7" r="3" fill="#f0b429"/></svg>`;

/** A drawing of a field with rows up to the horizon, in the colours of the page. */
function landscape(): string {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const [left, right] = [index - 20, index - 19];
    const at = (row: number) => [600 + row * 11, 600 + row * 92] as const;
    const [leftTop, leftFoot] = at(left);
    const [rightTop, rightFoot] = at(right);
    return `<path class="row-${index % 2}" d="M${leftTop} 92L${rightTop} 92L${rightFoot} 240L${leftFoot} 240Z"/>`;
  });
  return `<svg class="landscape" viewBox="0 0 1200 240" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><circle class="sun" cx="930" cy="66" r="44"/><path class="hill-far" d="M0 96C160 40 300 52 440 84S760 40 900 70s220 26 300-2v60H0z"/><path class="hill" d="M0 104c180-34 330-26 520-8s420 6 680-22v60H0z"/><path class="row-0" d="M0 92h1200v148H0z"/>${rows.join('')}<path class="grain" d="M0 92h380L0 236z"/></svg>`;
}

/** Body of the landing page without its script. @param root the base URL without a stage. */
export function homeBody({ root, version, withDemo }: { root: string; version: string; withDemo: boolean }): string {
  const urls: [name: string, url: string, text: string][] = [
    ['base_url', root, 'with a legacy token'],
    ['base_url_v2', `${root}/v2`, 'with an OAuth 2.0 access token'],
    ['auth_url', `${root}/auth`, 'issues tokens'],
  ];
  const rows = urls.map(
    ([name, url, text]) =>
      `<div><dt>${name}</dt><dd><code>${escaped(url)}</code><span>${escaped(text)}</span></dd></div>`,
  );
  const cards = doors.map(
    ([path, title, text]) =>
      `<li><a href="${escaped(root + path)}"><strong>${escaped(title)}</strong><span>${escaped(text)}</span></a></li>`,
  );
  return `<header class="hero"><div class="inner">
<p class="brand">${mark}<span>Furrow</span></p>
<h1>One API over every field.</h1>
<p class="lead">Boundaries, machine data, weather, satellite images and SQL over every logged point, in your own AWS account or on your laptop. This installation is running.</p>
</div>${landscape()}</header>
<main class="inner">
<section aria-labelledby="urls"><h2 id="urls">URLs</h2>
<dl class="urls">${rows.join('')}</dl>
<ul class="doors">${cards.join('')}</ul></section>
${withDemo ? '<div id="demo" aria-live="polite"></div>' : ''}
</main>
<footer class="inner"><p>Furrow ${escaped(version)}, open and self-hosted, under the Apache License 2.0.</p></footer>`;
}
