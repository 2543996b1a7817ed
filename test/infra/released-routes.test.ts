import { describe, expect, test } from 'vitest';
import { routeUpdateProblems } from '../../infra/release/released-routes.ts';

const many = (count: number, id: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`GET /${id}${index}`, `${id}${index}`]));

describe('an update of routes', () => {
  test('may create and delete routes, and lead a route elsewhere', () => {
    expect(routeUpdateProblems({ 'GET /a': 'A' }, { 'GET /b': 'B' })).toEqual([]);
    expect(routeUpdateProblems({ 'GET /a': 'A' }, { 'GET /a': 'A', 'ANY /a': 'AnyA' })).toEqual([]);
  });

  test('may not make a second route with the same key, however its variables are called', () => {
    expect(routeUpdateProblems({ 'GET /a/{id}': 'A' }, { 'GET /a/{name}': 'B' })).toEqual([
      'GET /a/{name} was A and is B: API Gateway refuses a second route with its key. Keep its logical id.',
    ]);
    expect(routeUpdateProblems({ 'ANY /a/{proxy+}': 'A' }, { 'ANY /a/{proxy}': 'B' })).toEqual([]);
  });

  test('may not have more routes at once than API Gateway takes', () => {
    expect(routeUpdateProblems(many(240, 'old'), many(60, 'new'))).toEqual([]);
    expect(routeUpdateProblems(many(240, 'old'), many(61, 'new'))).toEqual([
      '301 routes are there at once during the update, of 300 that API Gateway takes: release the change in two steps.',
    ]);
  });
});
