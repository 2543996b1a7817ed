import type { Handler } from '../../http/exchange.ts';
import { nothingAt } from '../../http/problem.ts';
import type { pagesApi } from './api.ts';
import { htmlPage, pageHeaders } from './html.ts';
import type { PagesServices } from './services.ts';

type Endpoints = typeof pagesApi.endpoints;

export const getGuides: Handler<Endpoints['getGuides'], PagesServices> = async ({ request }, services) =>
  shown('guides', request, services);

export const getGuide: Handler<Endpoints['getGuide'], PagesServices> = async (
  { params: { name }, request },
  services,
) => shown(`guide-${name}`, request, services);

const builtName = /^[a-z-]+$/;

/** @param name of the built file, without `.json`. */
async function shown(
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
