import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { StandInAnswer, StandInRequest } from '../stand-in-server.ts';
import { fileOf } from './files.ts';
import { fileAsked, type MadeOrder, newOrder, orderDocument, stateOf } from './orders.ts';
import type { MadeScene } from './scenes.ts';
import { found, itemOf, Refused } from './search.ts';

/** The prefix of accepted keys, which Planet's own keys of 34 letters never have. */
export const keyPrefix = 'stand-in-';

/** All orders and searches, in memory. */
export interface PlanetMemory {
  orders: MadeOrder[];
  searches: Map<string, MadeScene[]>;
}

const ordersPath = '/compute/ops/orders/v2';
const ordersOfPage = 20;
const maxScenes = 250;

const json = (status: number, kind: string, body: object): StandInAnswer => ({ status, kind, body });

/** @param visible whether searches find anything. */
export function answerOf(request: StandInRequest, memory: PlanetMemory, now: number, visible: boolean): StandInAnswer {
  const base = `http://${request.headers.host}`;
  const { pathname, searchParams } = request.url;
  if (pathname.startsWith('/compute/ops/download/')) return download(request, base, now);
  if (pathname.startsWith('/files/')) return file(request, memory, now);
  const apiKey = keyOf(request.headers.authorization);
  if (!apiKey?.startsWith(keyPrefix)) {
    return json(401, 'refused', { message: 'Please enter a valid API key, or email and password.', errors: [] });
  }
  try {
    if (pathname === '/data/v1/quick-search' && request.method === 'POST') {
      const { filter } = z
        .object({ filter: z.unknown(), item_types: z.array(z.literal('PSScene')).min(1) })
        .parse(JSON.parse(request.body));
      const isOldestFirst = searchParams.get('_sort') === 'published asc';
      const scenes = visible ? found(filter, now) : [];
      scenes.sort((a, b) => (isOldestFirst ? a.published - b.published : b.published - a.published));
      const search = randomUUID();
      memory.searches.set(search, scenes);
      return page(memory, search, 0, Number(searchParams.get('_page_size') ?? maxScenes), base);
    }
    const [, search] = /^\/data\/v1\/searches\/([\w-]{36})\/results$/.exec(pathname) ?? [];
    if (search)
      return page(memory, search, Number(searchParams.get('_page')), Number(searchParams.get('_page_size')), base);
    if (pathname.startsWith(ordersPath)) return order(request, memory, apiKey, base, now) ?? notFound;
    return notFound;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof z.ZodError || error instanceof SyntaxError)) throw error;
    const said = [{ message: error.message }];
    return json(400, 'refused', { field: { Details: said }, general: [{ message: 'Unable to accept the request' }] });
  }
}

const notFound = json(404, 'other', { message: 'The requested resource does not exist', errors: [] });

/** The user name of basic authentication. */
function keyOf(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString().split(':')[0];
  return scheme === 'api-key' ? value : undefined;
}

function page({ searches }: PlanetMemory, search: string, from: number, size: number, base: string): StandInAnswer {
  const scenes = searches.get(search);
  if (!scenes) return notFound;
  const end = from + Math.min(size, maxScenes);
  const next = `${base}/data/v1/searches/${search}/results?_page=${end}&_page_size=${size}`;
  const links = {
    _first: `${base}/data/v1/searches/${search}/results?_page=0&_page_size=${size}`,
    ...(end < scenes.length && { _next: next }),
  };
  const features = scenes.slice(from, end).map((scene) => itemOf(scene, base));
  return json(200, 'search', { _links: links, features, type: 'FeatureCollection' });
}

function order(
  { method, url, body }: StandInRequest,
  { orders }: PlanetMemory,
  apiKey: string,
  base: string,
  now: number,
): StandInAnswer | undefined {
  const id = url.pathname.slice(ordersPath.length + 1);
  const own = orders.filter((one) => one.apiKey === apiKey);
  if (id === '' && method === 'POST') {
    const made = newOrder(JSON.parse(body), apiKey, now);
    orders.unshift(made);
    return json(202, 'order', orderDocument(made, base, now, false));
  }
  if (id === '') {
    const name = url.searchParams.get('name');
    const all = name === null ? own : own.filter((one) => one.name === name);
    const from = Number(url.searchParams.get('page_marker') ?? 0);
    const next = new URL(url.pathname + url.search, base);
    next.searchParams.set('page_marker', String(from + ordersOfPage));
    const links = { _self: `${base}${ordersPath}`, ...(from + ordersOfPage < all.length && { next: next.href }) };
    const shown = all.slice(from, from + ordersOfPage).map((one) => orderDocument(one, base, now, false));
    return json(200, 'orders', { _links: links, orders: shown });
  }
  const found = own.find((one) => one.id === id);
  if (!found) return undefined;
  if (method !== 'PUT') return json(200, 'orderState', orderDocument(found, base, now, true));
  if (stateOf(found, now) !== 'queued') {
    return json(409, 'cancel', { message: 'Order not in a cancellable state' });
  }
  found.isCancelled = true;
  return json(200, 'cancel', orderDocument(found, base, now, false));
}

/** Redirects to a file in a bucket by a signed URL, as Planet does. */
function download({ url }: StandInRequest, base: string, now: number): StandInAnswer {
  const token = url.searchParams.get('token') ?? '';
  if (!fileAsked(token, now)) return json(401, 'expired', { message: 'the token is expired' });
  return { ...json(302, 'download', {}), headers: { location: `${base}/files/${token}` } };
}

function file({ url, endsAt }: StandInRequest, { orders }: PlanetMemory, now: number): StandInAnswer {
  const asked = fileAsked(url.pathname.slice('/files/'.length), now);
  const order = asked && orders.find(({ id }) => id === asked.order);
  if (!order) return json(400, 'expired', { message: 'the signature is expired' });
  const content = fileOf(order.scene, asked.asset, order.clip);
  const headers = { 'content-type': asked.asset === 'ortho_analytic_8b_xml' ? 'application/xml' : 'image/tiff' };
  return { status: 200, kind: 'file', headers, body: content.subarray(0, endsAt ?? content.length) };
}
