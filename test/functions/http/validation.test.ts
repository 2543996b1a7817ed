import { expect, test } from 'vitest';
import * as z from 'zod';
import { Problem } from '../../../domain/errors.ts';
import { validated } from '../../../functions/http/validation.ts';

const schema = z.strictObject({
  name: z.string().max(5),
  kind: z.enum(['ORIGINAL', 'MERGED', 'OTHER']).optional(),
  userId: z.uuid().optional(),
  size: z.number().min(1).optional(),
  ids: z.array(z.string()).max(2).optional(),
  remember: z.boolean('must be yes or no').optional(),
  code: z.string().min(1).optional(),
  from: z
    .union([
      z.enum(['here', 'there']),
      z.strictObject({ place: z.enum(['here', 'there']), day: z.iso.date().optional() }),
    ])
    .optional(),
});

function refusal(value: unknown, part = 'body'): string {
  try {
    validated(schema, value, part);
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
  return 'accepted';
}

test.each([
  [{}, 'The body is not valid. name: is required.'],
  [{ name: 1 }, 'The body is not valid. name: must be a string.'],
  [{ name: 'too long' }, 'The body is not valid. name: must have at most 5 characters.'],
  [{ name: 'a', kind: 'x' }, 'The body is not valid. kind: must be ORIGINAL, MERGED or OTHER.'],
  [{ name: 'a', userId: 'x' }, 'The body is not valid. userId: must be a UUID.'],
  [{ name: 'a', size: 0 }, 'The body is not valid. size: must be at least 1.'],
  [{ name: 'a', ids: ['a', 'b', 'c'] }, 'The body is not valid. ids: must have at most 2 items.'],
  [{ name: 'a', code: '' }, 'The body is not valid. code: must have at least 1 character.'],
  [{ name: 'a', from: 'nowhere' }, 'The body is not valid. from: must be here or there.'],
  [{ name: 'a', from: { place: 'nowhere' } }, 'The body is not valid. from: has none of the allowed forms.'],
  [{ name: 'a', remember: 1 }, 'The body is not valid. remember: must be yes or no.'],
  [
    { name: 'a', more: 1 },
    'The body is not valid. more: There is no such member. Known: name, kind, userId, size, ids, remember, code, from.',
  ],
  [
    { kind: 'x', size: 0 },
    'The body is not valid. name: is required. kind: must be ORIGINAL, MERGED or OTHER. size: must be at least 1.',
  ],
  [
    { kind: 'x', size: 0, userId: 'x', remember: 1 },
    'The body is not valid. name: is required. kind: must be ORIGINAL, MERGED or OTHER. userId: must be a UUID. And 2 more: see errors.',
  ],
])('%j is refused in plain words', (value, words) => {
  expect(refusal(value)).toBe(words);
});

test('an unknown query parameter is named as a parameter', () => {
  expect(refusal({ name: 'a', more: '1' }, 'query')).toContain('There is no such parameter.');
});
