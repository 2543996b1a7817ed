import { expect, test } from 'vitest';
import { pathOf, type Route, routeOf } from '../../../web/console/navigation/route.ts';

const routes: [path: string, route: Route][] = [
  ['/console', { page: 'users' }],
  ['/console/users/0198c2a0', { page: 'user', svcUserId: '0198c2a0' }],
  ['/console/fields/north-40', { page: 'field', fieldId: 'north-40' }],
  ['/console/fields/north-40/2024', { page: 'season', fieldId: 'north-40', season: '2024' }],
  ['/console/fields/a%2Fb/2024?svcUserId=x', { page: 'season', fieldId: 'a/b', season: '2024', svcUserId: 'x' }],
];

test.each(routes)('%s is read and written', (url, route) => {
  const { pathname, search } = new URL(url, 'https://furrow.example');
  expect(routeOf(pathname, search)).toEqual(route);
  expect(pathOf(route)).toBe(url);
});

test.each(['/console/farms', '/console/users', '/console/fields', '/console/users/a/b', '/console/fields/a/2024/c'])(
  '%s is no page',
  (path) => {
    expect(routeOf(path, '')).toEqual({ page: 'unknown' });
  },
);

test('a segment that is not encoded correctly stands for itself', () => {
  expect(routeOf('/console/fields/%E0%A4%A', '')).toEqual({ page: 'field', fieldId: '%E0%A4%A' });
});
