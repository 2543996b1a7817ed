import { describe, expect, test } from 'vitest';
import { mergeStore } from '../../../../adapters/aws/dynamodb/merging/merge-store.ts';
import { seedList } from '../../../../adapters/aws/dynamodb/merging/seed-list.ts';
import { userLeases } from '../../../../adapters/aws/dynamodb/work/known-leases.ts';
import { geosOverlay } from '../../../../adapters/geos/geos-overlay.ts';
import { newId } from '../../../../adapters/system.ts';
import type { SomeSettings } from '../../../../domain/configuration/configuration.ts';
import { resolveConfig } from '../../../../domain/configuration/resolve-config.ts';
import { changedField } from '../../../../domain/fields/changed-field.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { Seed } from '../../../../domain/merging/seed.ts';
import { mergeFields } from '../../../../functions/jobs/merge-fields/merge-fields.ts';
import type { MergeServices } from '../../../../functions/jobs/merge-fields/services.ts';
import { fieldsUnderTest, squareAt } from '../../../adapters/aws/dynamodb/fields/tables-under-test.ts';
import { isThorough } from '../../../thorough.ts';

const under = await fieldsUnderTest();
const engine = await geosOverlay(() => import('geos-wasm'));
const { fields, users, clock, store, directory } = under;
const page = { page: 0, size: 100, sort: [] };

/** A user whose fields overlap in a row, from west to east, by a fifth; a number that is left out is a gap. */
async function userWith(outlines: Record<string, number>) {
  const user = await under.freshUser();
  const { ownerId, svcUserId } = user;
  const merging: SomeSettings = { fieldsAutoMerge: true };
  const add = (id: string, index: number) =>
    store.create(ownerId, under.newField(svcUserId, { id, geometry: squareAt(10 + index * 0.008, 50) }));
  /** The worker's work on a message; it breaks off at its n-th write, if there is one. */
  const work = async (seed: Seed, settings = merging, breaksAt = Number.POSITIVE_INFINITY) => {
    const services = {
      ...breaking({ store: mergeStore(under), seeds: seedList(fields, users, newId) }, breaksAt),
      leases: userLeases('merge', { fields, users, clock }),
      settings: async () => resolveConfig(settings),
      overlay: async () => engine,
      clock,
      newId,
    };
    const message = { delivery: newId(), attempt: 1, lastAttempt: false, passes: 1, queue: { send: async () => {} } };
    await mergeFields({ ownerId, svcUserId, seed }, { ...message, remainingMilliseconds: () => 600_000 }, services);
  };
  for (const [id, index] of Object.entries(outlines)) await add(id, index);
  // Each group by its western end, from which its other fields are found.
  const taken = Object.values(outlines);
  for (const [id, index] of Object.entries(outlines)) if (!taken.includes(index - 1)) await work({ fieldId: id });
  const all = async () => (await directory.list(ownerId, { svcUserId }, page)).items;
  expect((await all()).filter(({ type, mergedFieldId }) => type === 'ORIGINAL' && !mergedFieldId)).toEqual([]);
  const waiting = async () => (await under.itemsOf('fields', `${ownerId}#${svcUserId}`)).filter(({ seed }) => seed);
  return { ownerId, svcUserId, add, work, all, waiting };
}

class BrokenOff extends Error {}

type Written = Pick<MergeServices, 'store' | 'seeds'>;

function breaking({ store: whole, seeds }: Written, breaksAt: number): Written {
  let writes = 0;
  const counted = <Given extends unknown[], Answer>(write: (...given: Given) => Promise<Answer>) => {
    return async (...given: Given) => {
      writes += 1;
      if (writes === breaksAt) throw new BrokenOff();
      return write(...given);
    };
  };
  return {
    store: {
      ...whole,
      merge: counted(whole.merge),
      remove: counted(whole.remove),
      setApart: counted(whole.setApart),
    },
    seeds: { ...seeds, note: counted(seeds.note), done: counted(seeds.done) },
  };
}

/** Sources of each MERGED field. @throws Error when a field and its merged field do not name each other. */
function groupsOf(all: Field[]): string[][] {
  const merged = all.filter(({ type }) => type === 'MERGED');
  for (const { id, mergedFieldId } of all) {
    const knownTo = merged.filter(({ sources }) => sources?.includes(id)).map((field) => field.id);
    expect(knownTo, `${id} and what it is part of`).toEqual(mergedFieldId === undefined ? [] : [mergedFieldId]);
  }
  return merged.map(({ sources = [] }) => sources).sort();
}

/** A change with a single final state, wherever its work breaks off and is repeated. */
interface Scenario {
  name: string;
  outlines: Record<string, number>;
  /** Makes the change; returns the seed of its message. */
  happens(user: Awaited<ReturnType<typeof userWith>>): Promise<Seed>;
  settings?: SomeSettings;
  ends: string[][];
}

const half = { fieldsAutoMerge: true, fieldsMergeIntersection: 50 };
const scenarios: Scenario[] = [
  {
    name: 'the threshold has risen above all overlaps',
    outlines: { a: 0, b: 1, c: 2, d: 3, e: 4 },
    happens: async () => ({ fieldId: 'a' }),
    settings: half,
    ends: [],
  },
  {
    name: 'merging was switched off',
    outlines: { a: 0, b: 1, c: 2 },
    happens: async () => ({ fieldId: 'c' }),
    settings: { fieldsAutoMerge: false },
    ends: [],
  },
  {
    name: 'a field leads two groups together',
    outlines: { a: 0, b: 1, d: 3, e: 4, f: 5 },
    async happens({ add }) {
      await add('c', 2);
      return { fieldId: 'c' };
    },
    ends: [['a', 'b', 'c', 'd', 'e', 'f']],
  },
  {
    name: 'the field in the middle moves away',
    outlines: { a: 0, b: 1, c: 2, d: 3, e: 4 },
    async happens({ ownerId, svcUserId }) {
      await store.change(ownerId, svcUserId, 'c', (before) =>
        changedField(before, { geometry: squareAt(20, 50) }, newId(), '2026-05-01T12:00:00.000Z'),
      );
      return { fieldId: 'c' };
    },
    ends: [
      ['a', 'b'],
      ['d', 'e'],
    ],
  },
  {
    name: 'one of two is deleted',
    outlines: { a: 0, b: 1 },
    async happens({ ownerId, svcUserId, all }) {
      const mergedFieldId = (await all()).find(({ id }) => id === 'a')?.mergedFieldId;
      await store.remove(ownerId, svcUserId, 'a', () => {});
      return { fieldId: 'a', mergedFieldId, bounds: [10, 50, 10.01, 50.01] };
    },
    ends: [],
  },
];

/** The step from one write to the next: scenarios divide the writes, every second one of each and every one of two of them. */
const stride = isThorough ? 1 : 2;

describe('repeated work after an interruption has the same end as without it, when', () => {
  test.each(scenarios)('$name', async ({ name, outlines, happens, settings, ends }) => {
    const first = 1 + (scenarios.findIndex((scenario) => scenario.name === name) % stride);
    for (let breaksAt = first, broken = true; broken; breaksAt += stride) {
      const user = await userWith(outlines);
      const seed = await happens(user);
      broken = await user.work(seed, settings, breaksAt).then(
        () => false,
        (error) => {
          if (!(error instanceof BrokenOff)) throw error;
          return true;
        },
      );
      await user.work(seed, settings);
      expect(groupsOf(await user.all()), `broken off at write ${breaksAt}`).toEqual(ends);
      expect(await user.waiting()).toEqual([]);
    }
  });
});
