import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { derivedId, newId, placedId } from '../../adapters/system.ts';

const origin = newId();

describe('an id that follows from a record', () => {
  test.each([
    ['of its parts', () => derivedId(origin, 'provider', 7)],
    ['of its place', () => placedId(origin, [3, 7], 'field')],
  ])('%s is the same each time, a UUIDv7 with the time of the record', (_, make) => {
    expect(make()).toBe(make());
    expect(z.uuidv7().safeParse(make()).success).toBe(true);
    expect(make().slice(0, 13)).toBe(origin.slice(0, 13));
  });

  test('differs with every part', () => {
    const another = newId();
    const ids = [
      derivedId(origin, 'a'),
      derivedId(origin, 'b'),
      derivedId(another, 'a'),
      placedId(origin, [0, 0], 'a'),
      placedId(origin, [0, 0], 'b'),
      placedId(origin, [0, 1], 'a'),
      placedId(origin, [1, 0], 'a'),
      placedId(another, [0, 0], 'a'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('ids by place', () => {
  const places = [0, 1, 9, 10, 100, 4_095].flatMap((file) =>
    [0, 1, 9, 10, 16_383].map((member) => [file, member] as const),
  );

  test('sort by file, and in a file by member', () => {
    const ids = places.map((place) => placedId(origin, place, 'field'));
    expect([...ids].sort()).toEqual(ids);
  });

  test('stay apart where there is no room to count further', () => {
    const beyond = [16_383, 16_384, 1_000_000].map((member) => placedId(origin, [4_096, member], 'field'));
    expect(new Set([...beyond, placedId(origin, [4_095, 16_383], 'field')]).size).toBe(4);
    expect(z.uuidv7().safeParse(beyond[2]).success).toBe(true);
  });
});
