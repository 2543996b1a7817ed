import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../domain/assets/asset.ts';
import { filledIn, namedAssets, seenAssets } from '../../../domain/assets/seen-assets.ts';
import type { Machinery } from '../../../domain/machine-files/summary.ts';

const id = (origin: string, ...rest: (string | number)[]) => [origin, ...rest].join('/');
const machine = (members: Partial<Machinery>): Machinery => ({
  ...{ name: 'unknown', type: 'machine', brand: 'unknown' },
  ...members,
});
const stored = (members: Partial<Asset>): Asset => ({
  ...{ id: 'stored', kind: 'machine', svcUserId: 'user', name: 'Tractor', originType: 'FILE_POOLED' },
  ...{ createdTime: '2026-05-01T00:00:00.000Z', updatedTime: '2026-05-01T00:00:00.000Z' },
  ...members,
});
const seenIn = (machinery: Partial<Machinery>[], pooled: Asset[] = [], operators: string[] = []) =>
  seenAssets('user', namedAssets(machinery.map(machine), operators), pooled, id);

describe('the machines of a file', () => {
  test('keep the ids that the releases before gave them', () => {
    expect(
      seenIn([{ name: 'T', serialNumber: '4711a' }, { name: 'Blue', brand: 'Make' }, { name: 'Red' }], [], ['Ada']),
    ).toEqual([
      { id: 'user/machine/serial number/4711a', kind: 'machine', name: 'T', serialNumber: '4711a' },
      { id: 'user/machine/name/make/blue', kind: 'machine', name: 'Blue', make: 'Make' },
      { id: 'user/machine/name/unknown/red', kind: 'machine', name: 'Red' },
      { id: 'user/operator/name/ada', kind: 'operator', name: 'Ada' },
    ]);
  });

  test.each([
    '-',
    '',
    ' ',
    '0',
    '00000',
    '0-0',
    'OTHER',
    'missing',
    'Unknown',
    'N/A',
    'n.a.',
    'none',
    '...',
    '????',
    'XXXXX',
    '99999999',
    'FFFFFFFF',
  ])('have neither a name nor a number of %j', (placeholder) => {
    expect(seenIn([{ name: placeholder, serialNumber: placeholder, brand: placeholder }])).toEqual([]);
    expect(seenIn([], [], [placeholder])).toEqual([]);
    const [numbered] = seenIn([{ name: placeholder, serialNumber: '525494' }]);
    expect(numbered).toMatchObject({ name: '525494', serialNumber: '525494' });
    const [named] = seenIn([{ name: 'Sower', serialNumber: placeholder, brand: placeholder, model: placeholder }]);
    expect(named).toEqual({ id: 'user/machine/name/unknown/sower', kind: 'machine', name: 'Sower' });
  });

  test.each(['0001', '10192965ld', '#0001', '99006002', 'AE', 'Other Farm 3', 'Nadine', '7'])(
    'may be called %j',
    (text) => {
      expect(seenIn([{ name: text, serialNumber: text }])).toMatchObject([{ name: text, serialNumber: text }]);
    },
  );

  test('are one where the serial number agrees, however it is written and whatever the machine is called', () => {
    const seen = seenIn([
      { name: 'T', serialNumber: 'aB1' },
      { name: 'Tractor', serialNumber: ' AB1', model: '6130' },
    ]);
    expect(seen).toEqual([
      { id: 'user/machine/serial number/ab1', kind: 'machine', name: 'T', serialNumber: 'aB1', model: '6130' },
    ]);
  });

  test('are one where the VIN agrees, and several where it differs', () => {
    const [both] = seenIn([{ name: 'T', vin: 'V1' }], [stored({ vin: 'v1', serialNumber: 'S' })]);
    expect(both).toMatchObject({ id: 'stored', vin: 'v1', serialNumber: 'S' });
    const seen = seenIn([
      { vin: 'V1', serialNumber: 'S' },
      { vin: 'V2', serialNumber: 'S' },
    ]);
    expect(new Set(seen.map((one) => one.id)).size).toBe(2);
  });

  test.each([
    ['category', 'Tractor', 'Console'],
    ['model', '6130', 'Display'],
    ['brand', 'Deutz', 'Claas'],
  ])(
    'stay two where they share a serial number and their %s differs, in any order and in every run',
    (member, one, other) => {
      const [tractor, console] = [one, other].map((value) => ({ serialNumber: '525494', [member]: value }));
      const first = seenIn([tractor, console] as Partial<Machinery>[]);
      expect(first).toHaveLength(2);
      const pooled = first.map((asset) => stored(asset));
      expect(new Set(seenIn([console, tractor] as Partial<Machinery>[], pooled).map((asset) => asset.id))).toEqual(
        new Set(first.map((asset) => asset.id)),
      );
      expect(seenIn([console] as Partial<Machinery>[], pooled)).toEqual([first[1]]);
    },
  );

  test('are no implements with the same number, and no operators with the same name', () => {
    const seen = seenIn(
      [
        { name: 'A', serialNumber: '17' },
        { name: 'A', serialNumber: '17', type: 'implement' },
      ],
      [],
      ['A'],
    );
    expect(seen.map(({ kind }) => kind)).toEqual(['machine', 'implement', 'operator']);
  });

  test('take what was not known of them from later files, and keep what was', () => {
    const before = stored({ serialNumber: '17' });
    const [seen] = seenIn([{ name: 'New name', serialNumber: '17', model: '6130', category: 'Tractor' }], [before]);
    if (!seen) throw new Error('nothing was seen');
    const after = filledIn(before, seen, '2026-06-01T00:00:00.000Z');
    expect(after).toEqual({ ...before, model: '6130', category: 'Tractor', updatedTime: '2026-06-01T00:00:00.000Z' });
    expect(filledIn(after, seen, '2026-07-01T00:00:00.000Z')).toBe(after);
  });

  test('are told apart in a second, however many a file names', () => {
    const many = Array.from({ length: 20_000 }, (_, n) => ({ name: `T${n}`, serialNumber: `S-${n}` }));
    const begun = performance.now();
    expect(seenIn(many)).toHaveLength(20_000);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
