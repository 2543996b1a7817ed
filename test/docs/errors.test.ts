import { expect, test } from 'vitest';
import { errorKeys, errorKinds } from '../../domain/error-keys.ts';
import { isUserNotFound, notFound, Problem } from '../../domain/errors.ts';
import { errorsPage } from '../../functions/areas/docs/errors-page.ts';
import { modules, read } from '../house/tree.ts';

test('the page of errors matches its table', () => {
  expect(read('docs/errors.md')).toBe(errorsPage());
});

test('every kind is also a key', () => {
  expect(Object.keys(errorKeys)).toEqual(expect.arrayContaining(Object.keys(errorKinds)));
});

test('every key that is not a kind is thrown somewhere', () => {
  const sources = modules()
    .filter((path) => /^(domain|adapters|functions|sql)\//.test(path) && path !== 'domain/error-keys.ts')
    .map(read)
    .join('\n');
  const spelled = (key: string) => [key, key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  const resource = (key: string) =>
    key.replace(/NotFound$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const isThrown = (key: string) =>
    [...spelled(key), ...(key.endsWith('NotFound') ? [resource(key)] : [])].some((word) =>
      sources.includes(`'${word}'`),
    );
  expect(Object.keys(errorKeys).filter((key) => !(key in errorKinds) && !isThrown(key))).toEqual([]);
});

test('only an unknown user ends work quietly', () => {
  expect(isUserNotFound(notFound('user', 'u'))).toBe(true);
  expect(isUserNotFound(notFound('field', 'f'))).toBe(false);
  expect(isUserNotFound(new Error('user'))).toBe(false);
});

test('an unknown key, or one under another kind, does not compile', () => {
  // @ts-expect-error misspelt
  new Problem('conflict', '', { errorKey: 'batchNotEnd' });
  // @ts-expect-error a conflict, not a mistake of the request
  new Problem('invalid', '', { errorKey: 'batchNotEnded' });
  // @ts-expect-error no such resource
  expect(notFound('tractor', 't').status).toBe(404);
});
