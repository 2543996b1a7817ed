import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ProblemDocument } from '../../../functions/http/problem-schema.ts';
import { cloud } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { request } from '../owner.ts';

const guides = readdirSync('docs').flatMap((name) => /^guide-(.*)\.md$/.exec(name)?.[1] ?? []);
const names = [...guides, 'sql', 'errors', 'events', 'reference-tables'];
const bases = { 'the base': cloud.baseUrl, 'the base of OAuth': `${cloud.baseUrl}/v2` };

const page = async (url: string) => {
  const { status, headers, body } = await request<string>('GET', url);
  return { url, status, headers, html: typeof body === 'string' ? body : '' };
};

/** The values of an attribute of all elements of a kind; quotes in displayed code are escaped. */
function values(html: string, element: string, attribute: string): string[] {
  const tags = html.match(new RegExp(`<${element}\\b[^>]*>`, 'g')) ?? [];
  return tags.flatMap((tag) => new RegExp(` ${attribute}="([^"]*)"`).exec(tag)?.[1] ?? []);
}

const answers = new Map<string, ReturnType<typeof page>>();
/** Responses by URL, each requested once. */
const answerAt = (url: string) => {
  const asked = answers.get(url) ?? page(url);
  answers.set(url, asked);
  return asked;
};

describe.each(Object.entries(bases))('below %s', (_, base) => {
  test.each(['/guides', ...names.map((name) => `/guides/${name}`)])('%s is a complete page', async (path) => {
    const { url, status, headers, html } = await answerAt(base + path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const home = await answerAt(`${cloud.baseUrl}/`);
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'x-frame-options',
      'cross-origin-opener-policy',
      'permissions-policy',
      'referrer-policy',
      'cache-control',
    ]) {
      // The landing page shows maps, whose pictures and points come from the storage; guides show none.
      const expected = home.headers.get(name)?.replace(/(?<=(?:img|connect)-src [^;]{0,40}) http:[^ ;]+/g, '');
      expect([name, headers.get(name)]).toEqual([name, expected]);
    }
    expect(html).toMatch(/<h1[ >]/);
    expect(html).not.toMatch(/<(script|style|iframe|form)\b|<[a-z][^>]* (style|on[a-z]+)=/);

    const loaded = [...values(html, 'link', 'href'), ...values(html, 'img', 'src')].filter(
      (value) => !value.startsWith('data:'),
    );
    expect(loaded.length).toBeGreaterThan(0);
    for (const file of loaded) {
      const { href } = new URL(file, url);
      expect(href.startsWith(`${base}/web/`), href).toBe(true);
      const answer = await answerAt(href);
      expect([href, answer.status]).toEqual([href, 200]);
      expect(answer.headers.get('content-type')).toMatch(/^(image|text\/css)/);
    }
  });

  test.each(['/guides', ...names.map((name) => `/guides/${name}`)])('links of %s can be followed', async (path) => {
    const { url, html } = await answerAt(base + path);
    const links = values(html, 'a', 'href').map((href) => new URL(href, url));
    const foreign = links.filter(({ href }) => !href.startsWith(`${base}/`));
    const kept = [...html.matchAll(/<a href="https?:[^"]*" rel="noopener noreferrer">/g)];
    expect(foreign.map(({ protocol }) => protocol)).toEqual(kept.map(() => 'https:'));
    for (const { href, hash } of links.filter((link) => !foreign.includes(link))) {
      const answer = await answerAt(href.replace(/#.*/, ''));
      expect([href, answer.status]).toEqual([href, 200]);
      if (hash) expect(answer.html.split(` id="${decodeURIComponent(hash.slice(1))}"`), href).toHaveLength(2);
    }
  });
});

test('the landing page links to the guides, and they to everything that is served', async () => {
  const home = await answerAt(`${cloud.baseUrl}/`);
  expect(values(home.html, 'a', 'href')).toContain(`${cloud.baseUrl}/guides`);
  const index = await answerAt(`${cloud.baseUrl}/guides`);
  expect(values(index.html, 'a', 'href')).toEqual(expect.arrayContaining(names.map((name) => `guides/${name}`)));
});

test('pictures are served as cacheable images, with alternative texts', async () => {
  const { html } = await answerAt(`${cloud.baseUrl}/guides/pages`);
  const pictures = values(html, 'img', 'src');
  expect(pictures).toHaveLength(3);
  expect(values(html, 'img', 'alt').filter((text) => text === '')).toEqual([]);
  const { headers } = await answerAt(new URL(pictures[0] ?? '', `${cloud.baseUrl}/guides/pages`).href);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toContain('immutable');
});

test.each(['nothing', 'guide-fields', 'fields.md', 'Fields', 'runbook', '..%2fguides', '%00', '%C3%A9'])(
  'the guide %s is 404, like every unknown page',
  async (name) => {
    const other = await request<ProblemDocument>('GET', `/elsewhere/${name}`);
    const answer = await request<ProblemDocument>('GET', `/guides/${name}`);
    expect(expectProblem(answer, 404, 'routeNotFound').title).toBe(other.body.title);
    expect(answer.body.detail.replace('/guides/', '/elsewhere/')).toBe(other.body.detail);
  },
);
