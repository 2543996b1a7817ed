import { createHash } from 'node:crypto';
import { header, type SandboxAnswer } from '../server/exchange.ts';
import { axiomType, found } from './answers.ts';
import type { Call } from './call.ts';

const usualCount = 10;
const maxCount = 100;
const pageParameters = ['start', 'count', 'pageOffset', 'itemLimit'];

interface Page {
  start: number;
  count: number;
  /** How the client gave it, which the next link keeps to. */
  style: 'matrix' | 'query';
}

/** The page of a list of the platform: `;start=10;count=10`, `?start=10&count=10` or `?pageOffset=10&itemLimit=10`. */
function pageOf(call: Call, total: number): Page {
  const { matrix, query } = call;
  if (header(call, 'no_paging') === 'true' || header(call, 'no-paging') === 'true') {
    return { start: 0, count: Math.max(total, 1), style: 'matrix' };
  }
  const isQuery = pageParameters.some((name) => query.has(name));
  const start = whole(matrix.start ?? query.get('start') ?? query.get('pageOffset'), 0);
  const count = whole(matrix.count ?? query.get('count') ?? query.get('itemLimit'), usualCount);
  return { start, count: Math.min(Math.max(count, 1), maxCount), style: isQuery ? 'query' : 'matrix' };
}

function whole(text: string | null | undefined, otherwise: number): number {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** The same call with another page. */
function uriOf(call: Call, page: Omit<Page, 'style'> | undefined, style: Page['style']): string {
  const query = withoutPage(call);
  if (page && style === 'query') {
    query.set('start', String(page.start));
    query.set('count', String(page.count));
  }
  const matrix = page && style === 'matrix' ? `;start=${page.start};count=${page.count}` : '';
  const search = query.size === 0 ? '' : `?${query}`;
  return `${call.platform}${platformPath(call)}${matrix}${search}`;
}

function withoutPage(call: Call): URLSearchParams {
  const query = new URLSearchParams(call.query);
  for (const name of pageParameters) query.delete(name);
  return query;
}

const platformPath = ({ path }: Call): string => path.replace(/^\/platform(?=\/|$)/, '');

/** @param isSigned whether the list has a change token: answers 304 to the token of the same content. */
export function list(call: Call, items: readonly object[], isSigned = true): SandboxAnswer {
  const signature = isSigned ? signatureOf(call, items) : undefined;
  const headers = { 'content-type': axiomType, ...(signature && { 'x-deere-signature': signature }) };
  if (signature && header(call, 'x-deere-signature') === signature) return { status: 304, headers };
  const { start, count, style } = pageOf(call, items.length);
  const next = { start: start + count, count };
  const previous = { start: Math.max(0, start - count), count };
  const links = [
    { rel: 'self', uri: uriOf(call, undefined, style) },
    ...(next.start < items.length ? [{ rel: 'nextPage', uri: uriOf(call, next, style) }] : []),
    ...(start > 0 ? [{ rel: 'previousPage', uri: uriOf(call, previous, style) }] : []),
  ];
  return { ...found({ links, total: items.length, values: items.slice(start, start + count) }), headers };
}

/** The change token of a list: it belongs to the URL without its page, and to the content. (There is one user, to whom it belongs as well.) */
function signatureOf(call: Call, items: readonly object[]): string {
  const said = JSON.stringify(items).replaceAll(call.platform, '');
  return createHash('sha256')
    .update(`${platformPath(call)}\n${withoutPage(call)}\n${said}`)
    .digest('hex')
    .slice(0, 32);
}
