import { expect, test } from 'vitest';
import { acceptedBy } from '../../../adapters/providers/accepted-by.ts';
import { errorsIn } from '../../../adapters/providers/transport/provider-words.ts';
import { failed } from '../../../domain/transport/outcome.ts';

test.each([
  ['an array', [{ guid: 'g', message: 'Too short.', field: 'name' }], 'Too short.'],
  ['an array in a member', { errors: [{ message: 'Too short.' }] }, 'Too short.'],
  ['an object in a member', { error: { id: 'i', code: 'bad_input', message: 'Too short.' } }, 'Too short.'],
  ['an object', { message: 'Limit Exceeded' }, 'Limit Exceeded'],
  ['no errors', { results: [] }, undefined],
  ['an empty array', [], undefined],
])('errors are read from %s', (_, body, message) => {
  expect(errorsIn({ answered: JSON.stringify(body) })?.[0]?.message).toBe(message);
});

test('a refusal has the words of the provider, with the member that they are about', () => {
  const answered = JSON.stringify([{ message: 'Too short.', field: 'name' }]);
  const refusal = failed('rejected', 'Deere answered 400.', { status: 400, answered });
  expect(() => acceptedBy('Deere', refusal)).toThrow('Deere refuses what was sent (400). It says: Too short. (name)');
  expect(() => acceptedBy('Deere', failed('rejected', 'Deere answered 400.', { answered: '<html>' }))).toThrow(
    'Deere answered 400.',
  );
});
