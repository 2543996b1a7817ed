import { expect, test } from 'vitest';
import { newId } from '../../adapters/system.ts';

test('ids keep the order of creation, even within one millisecond', () => {
  const made = Array.from({ length: 5_000 }, newId);
  expect(made.toSorted()).toEqual(made);
});
