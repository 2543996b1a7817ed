import type { Handler } from '../../http/exchange.ts';
import { nothingAt } from '../../http/problem.ts';
import type { pagesApi } from './api.ts';
import { isAtHome } from './demo.ts';
import { homeBody } from './home-body.ts';
import { htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

type Endpoints = typeof pagesApi.endpoints;

export const getHome: Handler<Endpoints['getHome'], PagesServices> = async (
  { request },
  { filesOf, about, demo, storageOrigin },
) => {
  const [files, { version }] = await Promise.all([filesOf('landing'), about()]);
  const withDemo = demo !== undefined && isAtHome(request);
  const root = request.base.replace(/\/v2$/, '');
  // The layers and pictures of the demo's work lie in the storage.
  const stored = withDemo ? { connect: [storageOrigin], images: `'self' data: ${storageOrigin}` } : {};
  return {
    status: 200,
    headers: { ...pageHeaders(stored), 'cache-control': 'no-cache', 'referrer-policy': 'same-origin' },
    body: htmlPage({
      lang: 'en',
      title: 'Furrow',
      base: root,
      files,
      plain: !withDemo,
      body: homeBody({ root, version, withDemo }),
    }),
  };
};

export const getGuides: Handler<Endpoints['getGuides'], PagesServices> = async ({ request }, services) =>
  guidePage('guides', request, services);

export const getGuide: Handler<Endpoints['getGuide'], PagesServices> = async (
  { params: { name }, request },
  services,
) => guidePage(`guide-${name}`, request, services);

const builtName = /^[a-z-]+$/;

/** @param name of the built file, without `.json`. */
async function guidePage(
  name: string,
  { base, path }: { base: string; path: string },
  { readFile, filesOf }: Pick<PagesServices, 'readFile' | 'filesOf'>,
) {
  const [files, built] = await Promise.all([
    filesOf('guides'),
    builtName.test(name) ? readFile(`${name}.json`) : undefined,
  ]);
  if (!built) throw nothingAt(path);
  const { title, body } = JSON.parse(new TextDecoder().decode(built)) as { title: string; body: string };
  return {
    status: 200,
    headers: { ...pageHeaders(), 'cache-control': 'no-cache', 'referrer-policy': 'same-origin' },
    body: htmlPage({ lang: 'en', title: `${title} · Furrow`, base, files, plain: true, body }),
  } as const;
}

export const getComponentsPage: Handler<Endpoints['getComponentsPage'], PagesServices> = async (
  { request: { base } },
  { filesOf, storageOrigin },
) => ({
  status: 200,
  headers: {
    ...pageHeaders({ connect: [storageOrigin], images: "'self' https: data:" }),
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
  },
  body: htmlPage({
    lang: 'en',
    title: 'Furrow components',
    base,
    files: await filesOf('playground'),
    body: '<div id="page" class="page"></div>\n<noscript><p>This page needs JavaScript.</p></noscript>',
  }),
});
