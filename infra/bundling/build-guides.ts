import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, parse, posix } from 'node:path';
import { Marked, Renderer, type Tokens } from 'marked';
import { escaped } from '../../formats/markup.ts';

/** The pages of docs/ that are served, in the order of the index: names in URLs, and their files. */
const groups: Record<string, Record<string, string>> = {
  Guides: {
    fields: 'guide-fields.md',
    'machine-files': 'guide-machine-files.md',
    queries: 'guide-queries.md',
    weather: 'guide-weather.md',
    satellite: 'guide-satellite.md',
    soil: 'guide-soil.md',
    prescriptions: 'guide-prescriptions.md',
    links: 'guide-links.md',
    pages: 'guide-pages.md',
    connections: 'guide-connections.md',
    providers: 'guide-providers.md',
    webhooks: 'guide-webhooks.md',
  },
  Reference: {
    sql: 'sql.md',
    errors: 'errors.md',
    events: 'events.md',
    'reference-tables': 'reference-tables.md',
  },
};

const nameOf = new Map(
  Object.values(groups).flatMap((group) => Object.entries(group).map(([name, file]) => [file, name])),
);

interface Page {
  name: string;
  title: string;
  /** Its first sentence. */
  lead: string;
  html: string;
}

/**
 * The guides as HTML: `guides.json` is the index, `guide-<name>.json` each page, with a title and a body, beside the pictures that they show. URLs are
 * relative, so that they hold below whatever base the API has.
 */
export async function buildGuides(root: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const pages: Page[] = [];
  for (const [file, name] of nameOf) {
    const text = await readFile(join(root, 'docs', file), 'utf8');
    const pictures = await picturesIn(text, root);
    for (const { served, content } of pictures.values()) files.set(served, content);
    pages.push({ name, ...rendered(text, file, (picture) => pictures.get(picture)?.served) });
  }
  const put = (file: string, title: string, body: string) =>
    files.set(file, Buffer.from(JSON.stringify({ title, body })));
  put('guides.json', 'Guides', indexBody(pages));
  for (const page of pages) put(`guide-${page.name}.json`, page.title, pageBody(page, pages));
  return files;
}

/** Pictures by their paths in docs/, each with the name under which it is served: it has a hash of the content. */
async function picturesIn(text: string, root: string) {
  const paths = [...new Set(text.match(/images\/[\w-]+\.(png|svg)/g))];
  const entries = paths.map(async (path) => {
    const content = await readFile(join(root, 'docs', path));
    const { name, ext } = parse(path);
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    return [path, { served: `${name}-${hash}${ext}`, content }] as const;
  });
  return new Map(await Promise.all(entries));
}

/** @param served the name under which a picture is served. */
function rendered(text: string, file: string, served: (picture: string) => string | undefined): Omit<Page, 'name'> {
  const ids = new Map<string, number>();
  const picture = (path: string, alt: string, width = '') => {
    const name = served(path);
    if (!name) throw new Error(`docs/${file}: there is no picture ${path}`);
    return `<img src="../web/${name}" alt="${alt}"${width && ` width="${width}"`} loading="lazy">`;
  };
  const plain = new Renderer();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        return `<h${depth} id="${freshId(title, ids)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return linkTo(href, this.parser.parseInline(tokens));
      },
      image: ({ href, text: alt }) => picture(href, escaped(alt)),
      html({ text: html, block }) {
        const tag = html.trim();
        const [, path, width, alt] = /^<img src="([^"]+)" width="(\d+)" alt="([^"]*)">$/.exec(tag) ?? [];
        if (path !== undefined && alt !== undefined) {
          const image = picture(path, alt, width);
          return block ? `<p>${image}</p>\n` : image;
        }
        if (/^<\/?(br|sup)>$/.test(tag)) return tag;
        if (/^<!--[^>]*-->$/.test(tag)) return '';
        throw new Error(`docs/${file}: guides are served without such HTML: ${tag}`);
      },
      // Code that is wider than a phone scrolls by itself, with the keyboard as well.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escaped(code)}</code></pre>\n`,
      table(token) {
        // A column without a name has no header that could be read aloud.
        const table = plain.table.call(this, token).replaceAll('<th></th>', '<td></td>');
        return `<div class="wide" role="group" aria-label="Table" tabindex="0">${table}</div>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.text;
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')?.text;
  if (!title || !first) throw new Error(`docs/${file} does not begin with a title and a paragraph`);
  const [sentence = first] = /^.*?\.(?=\s|$)/s.exec(first) ?? [];
  const lead = (marked.parseInline(sentence) as string).replace(/<[^>]*>/g, '');
  return { title, lead, html: marked.parser(tokens) };
}

/** As GitHub makes it, since links in docs/ lead there as well. */
function freshId(title: string, ids: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const times = ids.get(id) ?? 0;
  ids.set(id, times + 1);
  return times === 0 ? id : `${id}-${times}`;
}

/** A link as the served page has it. A link to a file that is not served becomes its path in the project. */
function linkTo(href: string, text: string): string {
  if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noopener noreferrer">${text}</a>`;
  const [path = '', id] = href.split('#');
  const hash = id ? `#${id}` : '';
  if (path === '') return `<a href="${hash}">${text}</a>`;
  if (path === 'openapi.json') return `<a href="../docs">${text}</a>`;
  const name = nameOf.get(path);
  if (name) return `<a href="${name}${hash}">${text}</a>`;
  return `${text} <span class="file">[${escaped(posix.join('docs', path))}]</span>`;
}

function pageBody({ name, html }: Page, pages: readonly Page[]): string {
  const others = pages.map((page) =>
    page.name === name
      ? `<li aria-current="page">${escaped(page.title)}</li>`
      : `<li><a href="${page.name}">${escaped(page.title)}</a></li>`,
  );
  return `${header('..', '../guides')}
<main class="inner guide">
${html}</main>
<footer class="inner"><nav aria-label="All guides"><ul class="others">${others.join('')}</ul></nav></footer>`;
}

function indexBody(pages: readonly Page[]): string {
  const lists = Object.entries(groups).map(([heading, group]) => {
    const own = pages.filter(({ name }) => name in group);
    const cards = own.map(
      ({ name, title, lead }) =>
        `<li><a href="guides/${name}"><strong>${escaped(title)}</strong><span>${lead}</span></a></li>`,
    );
    return `<section aria-labelledby="${heading.toLowerCase()}"><h2 id="${heading.toLowerCase()}">${heading}</h2><ul class="cards">${cards.join('')}</ul></section>`;
  });
  return `${header('.', 'guides')}
<main class="inner"><h1>Guides</h1>
<p>What the API does, step by step and with curl. Tests run every command of the guides.</p>
${lists.join('\n')}</main>`;
}

function header(root: string, index: string): string {
  return `<header class="inner bar"><a class="brand" href="${root}/">Furrow</a><nav aria-label="Documentation"><a href="${index}">Guides</a> <a href="${root}/docs">API reference</a></nav></header>`;
}
