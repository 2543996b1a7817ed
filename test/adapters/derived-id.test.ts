import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { derivedId, newId, orderedId } from '../../adapters/system.ts';

const origin = newId();

describe('an id derived from a record', () => {
  test.each([
    ['of its parts', () => derivedId(origin, 'provider', 7)],
    ['of its position', () => orderedId(origin, [3, 7], 'field')],
  ])('%s is reproducible, a UUIDv7 with the time of the record', (_, make) => {
    expect(make()).toBe(make());
    expect(z.uuidv7().safeParse(make()).success).toBe(true);
    expect(make().slice(0, 13)).toBe(origin.slice(0, 13));
  });

  test('differs in each of its parts', () => {
    const another = newId();
    const ids = [
      derivedId(origin, 'a'),
      derivedId(origin, 'b'),
      derivedId(another, 'a'),
      orderedId(origin, [0, 0], 'a'),
      orderedId(origin, [0, 0], 'b'),
      orderedId(origin, [0, 1], 'a'),
      orderedId(origin, [1, 0], 'a'),
      orderedId(another, [0, 0], 'a'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('ids by position', () => {
  const positions = [0, 1, 9, 10, 100, 4_095].flatMap((file) =>
    [0, 1, 9, 10, 16_383].map((member) => [file, member] as const),
  );

  test('sort by file, and within a file by member', () => {
    const ids = positions.map((position) => orderedId(origin, position, 'field'));
    expect([...ids].sort()).toEqual(ids);
  });

  test('stay distinct beyond the range of the counter', () => {
    const beyond = [16_383, 16_384, 1_000_000].map((member) => orderedId(origin, [4_096, member], 'field'));
    expect(new Set([...beyond, orderedId(origin, [4_095, 16_383], 'field')]).size).toBe(4);
    expect(z.uuidv7().safeParse(beyond[2]).success).toBe(true);
  });
});
