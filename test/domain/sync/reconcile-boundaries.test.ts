import { describe, expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import { type MultiPolygon, multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { ProvidedShape } from '../../../domain/sync/provided-shape.ts';
import {
  type CurrentBoundary,
  type Reconciled,
  reconcileBoundaries,
  withoutProvided,
} from '../../../domain/sync/reconcile-boundaries.ts';

const first = '2026-05-01T00:00:00.000Z';
const second = '2026-05-02T00:00:00.000Z';

/** A square identified by its location. */
function square(x: number): MultiPolygon {
  const ring: [number, number][] = [
    [x, 50],
    [x + 0.01, 50],
    [x + 0.01, 50.01],
    [x, 50.01],
    [x, 50],
  ];
  return multiPolygon([[ring]]);
}

const valid = (x: number): ProvidedShape => ({ geometry: square(x), validity: 'VALID' });
const crossed = (x: number): ProvidedShape => ({ geometry: square(x), validity: 'SELF_INTERSECTION' });
const open = (x: number): ProvidedShape => ({ geometry: square(x), validity: 'RING_NOT_CLOSED' });

interface Given {
  provided: [id: string, active: boolean, shape: ProvidedShape][];
  chosen?: string;
  repairs?: boolean;
  replacesOthers?: true;
}

function reconcile(
  stored: Boundary[],
  { provided, chosen, repairs = false, replacesOthers }: Given,
  at: string,
): Reconciled {
  let last = stored.length;
  return reconcileBoundaries({
    stored,
    provided: provided.map(([id, active, shape]): CurrentBoundary => ({ id, active, shape, replacesOthers })),
    chosen,
    repair: () => (repairs ? square(30) : undefined),
    newId: () => `v${++last}`,
    at,
  });
}

function stored(before: Boundary[], { added, changed }: Reconciled): Boundary[] {
  return [...before.map((version) => changed.find(({ id }) => id === version.id) ?? version), ...added];
}

/** Versions as `id:provider id:status`, with the provider's status and the defect where they matter. */
function shown(versions: Boundary[]): string[] {
  return versions.map(({ id, providerBoundaryId, status, fixStatus }) =>
    [id, providerBoundaryId, status, ...(fixStatus ? [fixStatus] : [])].join(' '),
  );
}

const cases: [name: string, before: Given, after: Given, versions: string[], active: string | undefined][] = [
  [
    'nothing changes',
    { provided: [['a', true, valid(1)]] },
    { provided: [['a', true, valid(1)]] },
    ['v1 a ACTIVE'],
    'v1',
  ],
  [
    'a boundary is edited',
    { provided: [['a', true, valid(1)]] },
    { provided: [['a', true, valid(2)]] },
    ['v1 a OUTDATED_ON_PROVIDER', 'v2 a ACTIVE'],
    'v2',
  ],
  [
    'an edit has an id of its own',
    { provided: [['a', true, valid(1)]], replacesOthers: true },
    { provided: [['b', true, valid(2)]], replacesOthers: true },
    ['v1 a OUTDATED_ON_PROVIDER', 'v2 b ACTIVE'],
    'v2',
  ],
  [
    'a boundary is replaced by another',
    { provided: [['a', true, valid(1)]] },
    { provided: [['b', true, valid(2)]] },
    ['v1 a DELETED_ON_PROVIDER', 'v2 b ACTIVE'],
    'v2',
  ],
  [
    'a boundary is deleted',
    { provided: [['a', true, valid(1)]] },
    { provided: [] },
    ['v1 a DELETED_ON_PROVIDER'],
    undefined,
  ],
  [
    'a boundary is switched off and another one on',
    {
      provided: [
        ['a', true, valid(1)],
        ['b', false, valid(2)],
      ],
    },
    {
      provided: [
        ['a', false, valid(1)],
        ['b', true, valid(2)],
      ],
    },
    ['v1 a OUTDATED_ON_PROVIDER', 'v2 b OUTDATED_ON_PROVIDER', 'v3 a INACTIVE', 'v4 b ACTIVE'],
    'v4',
  ],
  [
    'of two that are active, the chosen one counts',
    {
      provided: [
        ['a', true, valid(1)],
        ['b', true, valid(2)],
      ],
      chosen: 'a',
    },
    {
      provided: [
        ['a', true, valid(1)],
        ['b', true, valid(2)],
      ],
      chosen: 'b',
    },
    ['v1 a INACTIVE', 'v2 b ACTIVE'],
    'v2',
  ],
  [
    'without a choice, the last that is active counts',
    {
      provided: [
        ['a', true, valid(1)],
        ['b', true, valid(2)],
      ],
    },
    {
      provided: [
        ['a', true, valid(1)],
        ['b', true, valid(2)],
      ],
    },
    ['v1 a INACTIVE', 'v2 b ACTIVE'],
    'v2',
  ],
  [
    'an invalid shape counts as it is',
    { provided: [['a', true, crossed(1)]] },
    { provided: [['a', true, crossed(1)]] },
    ['v1 a ACTIVE'],
    'v1',
  ],
  [
    'a shape that no engine can read never counts',
    { provided: [['a', true, open(1)]] },
    { provided: [['a', true, open(1)]] },
    ['v1 a INACTIVE'],
    undefined,
  ],
  [
    'an invalid shape is repaired, once',
    { provided: [['a', true, crossed(1)]], repairs: true },
    { provided: [['a', true, crossed(1)]], repairs: true },
    ['v1 a INACTIVE', 'v2 a ACTIVE FIXED'],
    'v2',
  ],
  [
    'the repaired version is outdated with its original',
    { provided: [['a', true, crossed(1)]], repairs: true },
    { provided: [['a', true, valid(1.5)]], repairs: true },
    ['v1 a OUTDATED_ON_PROVIDER', 'v2 a OUTDATED_ON_PROVIDER FIXED', 'v3 a ACTIVE'],
    'v3',
  ],
  [
    'switching repairs off undoes none',
    { provided: [['a', true, crossed(1)]], repairs: true },
    { provided: [['a', true, crossed(1)]] },
    ['v1 a INACTIVE', 'v2 a ACTIVE FIXED'],
    'v2',
  ],
];

describe('the versions of a boundary follow the provider', () => {
  test.each(cases)('%s', (_, before, after, versions, active) => {
    const at = stored([], reconcile([], before, first));
    const reconciled = reconcile(at, after, second);
    const end = stored(at, reconciled);
    expect(shown(end)).toEqual(versions);
    expect(reconciled.active?.id).toBe(active);
    expect(end.filter(({ status }) => status === 'ACTIVE').length).toBe(active ? 1 : 0);
  });

  test.each(cases)('repeating it changes nothing: %s', (_, before, after) => {
    const at = stored([], reconcile([], before, first));
    const end = stored(at, reconcile(at, after, second));
    expect(reconcile(end, after, second)).toMatchObject({ added: [], changed: [] });
  });

  test.each(cases)('no version is ever edited: %s', (_, before, after) => {
    const at = stored([], reconcile([], before, first));
    const end = stored(at, reconcile(at, after, second));
    const fixed = ({ status: _status, updatedTime: _time, ...version }: Boundary) => version;
    expect(end.slice(0, at.length).map(fixed)).toEqual(at.map(fixed));
  });
});

test('a boundary that returns is a new version', () => {
  const at = stored([], reconcile([], { provided: [['a', true, valid(1)]] }, first));
  const gone = stored(at, withoutProvided(at, second));
  const back = stored(gone, reconcile(gone, { provided: [['a', true, valid(1)]] }, second));
  expect(shown(back)).toEqual(['v1 a DELETED_ON_PROVIDER', 'v2 a ACTIVE']);
});

test("a version keeps the provider's status and the kind of its defect", () => {
  const { added } = reconcile(
    [],
    {
      provided: [
        ['a', false, valid(1)],
        ['b', true, crossed(2)],
      ],
    },
    first,
  );
  expect(added).toMatchObject([
    { providerStatus: 'INACTIVE', status: 'INACTIVE', validity: 'VALID' },
    { providerStatus: 'ACTIVE', status: 'ACTIVE', validity: 'SELF_INTERSECTION' },
  ]);
});
