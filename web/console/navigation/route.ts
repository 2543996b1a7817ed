import { type ReadonlySignal, signal } from '@preact/signals';

/** What the path of the page names. Navigation exchanges it without loading the page again, since a load ends the session. */
export type Route =
  | { page: 'users' }
  | { page: 'user'; svcUserId: string }
  | { page: 'field'; fieldId: string; svcUserId?: string }
  | { page: 'season'; fieldId: string; season: string; svcUserId?: string }
  | { page: 'unknown' };

/**
 * The route of a URL.
 *
 * @param path below the root of the API: `/console/…`.
 * @example routeOf('/console/fields/north-40/2024', '') // { page: 'season', fieldId: 'north-40', season: '2024' }
 */
export function routeOf(path: string, search: string): Route {
  const [area, collection, id, season, ...rest] = path.split('/').filter(Boolean).map(decoded);
  const svcUserId = new URLSearchParams(search).get('svcUserId') ?? undefined;
  const user = svcUserId === undefined ? {} : { svcUserId };
  if (area !== 'console' || rest.length > 0) return { page: 'unknown' };
  if (collection === undefined) return { page: 'users' };
  if (collection === 'users' && id !== undefined && season === undefined) return { page: 'user', svcUserId: id };
  if (collection !== 'fields' || id === undefined) return { page: 'unknown' };
  return season === undefined
    ? { page: 'field', fieldId: id, ...user }
    : { page: 'season', fieldId: id, season, ...user };
}

/** The path and query of a route. @example pathOf({ page: 'users' }) // '/console' */
export function pathOf(route: Route): string {
  if (route.page === 'user') return `/console/users/${encodeURIComponent(route.svcUserId)}`;
  if (route.page !== 'field' && route.page !== 'season') return '/console';
  const season = route.page === 'season' ? `/${encodeURIComponent(route.season)}` : '';
  const user = route.svcUserId === undefined ? '' : `?svcUserId=${encodeURIComponent(route.svcUserId)}`;
  return `/console/fields/${encodeURIComponent(route.fieldId)}${season}${user}`;
}

export interface Navigation {
  route: ReadonlySignal<Route>;
  /** The URL of a route. */
  href(route: Route): string;
  /** Shows a route, as a new entry of the history. */
  go(route: Route): void;
}

/** Navigation in the window's history. @param root the URL of the API without a stage. */
export function windowNavigation(root: string): Navigation {
  const above = new URL(root).pathname.replace(/\/$/, '');
  const current = () => routeOf(location.pathname.slice(above.length), location.search);
  const route = signal(current());
  const href = (to: Route) => `${root}${pathOf(to)}`;
  addEventListener('popstate', () => {
    route.value = current();
  });
  return {
    route,
    href,
    go(to) {
      history.pushState(null, '', href(to));
      route.value = current();
      scrollTo(0, 0);
    },
  };
}

/** A segment of a path; one that is not encoded correctly stands for itself, and is found nowhere. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
