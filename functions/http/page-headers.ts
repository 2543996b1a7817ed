import type { Page, PageRequest } from '../../domain/paging.ts';
import type { RequestContext } from './exchange.ts';

/**
 * `X-Total-Count` and `Link` of one page of a list.
 *
 * @example const { link, 'x-total-count': total } = pageHeaders(request, asked, page);
 */
export function pageHeaders(
  request: RequestContext,
  asked: PageRequest,
  page: Omit<Page<unknown>, 'items'>,
): Record<string, string> {
  const link = (rel: string, parameters: Record<string, string | number>) =>
    `<${address(request, { size: asked.size, ...parameters })}>; rel="${rel}"`;
  const links = [link('first', { page: 0 })];
  if (asked.page > 0 && !asked.cursor) links.push(link('prev', { page: asked.page - 1 }));
  if (page.next) links.push(link('next', { page: asked.page + 1, cursor: page.next }));
  if (page.total !== undefined) links.push(link('last', { page: Math.max(0, Math.ceil(page.total / asked.size) - 1) }));
  return {
    link: links.join(', '),
    ...(page.total !== undefined && { 'x-total-count': String(page.total) }),
  };
}

function address(request: RequestContext, parameters: Record<string, string | number>): string {
  const query = new URLSearchParams(request.rawQuery);
  query.delete('cursor');
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return `${request.base}${request.path}?${query}`;
}
