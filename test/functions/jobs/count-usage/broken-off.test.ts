import { expect, test } from 'vitest';
import { newId } from '../../../../adapters/system.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { overlayHectares } from '../../../../domain/geometry/overlay-area.ts';
import type { UsageFact } from '../../../../domain/usage/usage-fact.ts';
import { countSources } from '../../../../functions/jobs/count-usage/count-sources.ts';
import { squareAt } from '../../../api/fields/field.ts';
import { startForTests } from '../../../local/dynamodb/engine-under-test.ts';
import { countingOn } from './counting-on.ts';

const { engine, clock } = await startForTests();
const under = await countingOn(engine, clock);

class BrokenOff extends Error {}

/** The services of a worker that dies at its n-th write: before it, or after it but before it knows. */
function dyingAt(write: number, isAfter: boolean) {
  let writes = 0;
  const { tiles } = under.services;
  const dying =
    <Given extends unknown[], Answer>(work: (...given: Given) => Promise<Answer>) =>
    async (...given: Given) => {
      writes += 1;
      if (writes === write && !isAfter) throw new BrokenOff();
      const answer = await work(...given);
      if (writes === write) throw new BrokenOff();
      return answer;
    };
  const { putPlace, removePlace, putPiece, removePiece, apply } = tiles;
  const broken = {
    putPlace: dying(putPlace),
    removePlace: dying(removePlace),
    putPiece: dying(putPiece),
    removePiece: dying(removePiece),
    apply: dying(apply),
  };
  return { ...under.services, tiles: { ...tiles, ...broken } };
}

function newFact(ownerId: string, svcUserId: string, day: string): UsageFact {
  return { ownerId, svcUserId, product: 'machineFiles', day, sourceId: newId(), areaHectares: 1 };
}

const total = (sum: readonly (readonly [string, number])[]) => sum.reduce((area, [, units]) => area + units, 0);

async function sumsOf(ownerId: string) {
  const [contract] = (await under.store.contracts(ownerId)).filter(({ product }) => product === 'UNIFIED_AREA');
  if (!contract) throw new Error('nothing was counted');
  const { owner, users } = await under.store.sums(ownerId, contract);
  return { contract, owner, users: Object.fromEntries(users) };
}

/** What the sums have to be, computed by one union of everything. */
function unionOf(shapes: MultiPolygon[]): number {
  return overlayHectares(under.overlay.union(shapes)) * 1e6;
}

const days = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;

test.each([false, true])(
  'a worker that dies at any write, after it: %s, leaves sums that the next one makes right',
  async (isAfter) => {
    for (let write = 1; ; write += 1) {
      const ownerId = newId();
      const facts = days.map((day) => newFact(ownerId, 'ada', day));
      // They meet two tiles each, and one another.
      const shapes = facts.map((_, index) => squareAt(10.02 + index * 0.005, 50.001));
      for (const [index, fact] of facts.entries()) await under.put(fact, shapes[index] as MultiPolygon);
      const sources = facts.map(under.source);
      const isWhole = await countSources(ownerId, sources, dyingAt(write, isAfter)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof BrokenOff) return false;
          throw error;
        },
      );
      await countSources(ownerId, sources, under.services);
      // Delivered again.
      await countSources(ownerId, sources.slice(1), under.services);
      const { owner, users } = await sumsOf(ownerId);
      expect(Math.abs(total(owner) - unionOf(shapes))).toBeLessThan(5);
      expect(owner.map(([day]) => day)).toEqual(days);
      expect(users).toEqual({ ada: owner });
      if (isWhole) return;
    }
  },
);

test('facts in any order, of which some change, move to a pseudonym or go, end in the sums of those that are left', async () => {
  const ownerId = newId();
  const users = ['ada', 'ben'];
  const all = Array.from({ length: 12 }, (_, index) => ({
    fact: newFact(ownerId, users[index % 2] as string, days[(index * 7) % 3] as string),
    shape: squareAt(10.02 + ((index * 5) % 12) * 0.003, 50.02 + (index % 3) * 0.004),
  }));
  for (const { fact, shape } of all) {
    await under.put(fact, shape);
    await countSources(ownerId, [under.source(fact)], under.services);
  }
  const [changed, gone] = [all[3], all[4]] as [(typeof all)[0], (typeof all)[0]];
  changed.shape = squareAt(10.2, 50.2);
  await under.put(changed.fact, changed.shape);
  await under.remove(gone.fact);
  const renamed = all.filter(({ fact }) => fact.svcUserId === 'ben');
  for (const each of renamed) {
    await under.remove(each.fact);
    const before = under.source(each.fact);
    each.fact = { ...each.fact, svcUserId: 'erased-1' };
    await under.put(each.fact, each.shape);
    // The worker reads in between.
    await countSources(ownerId, [before], under.services);
  }
  const left = all.filter((each) => each !== gone);
  await countSources(
    ownerId,
    [...left, gone].map(({ fact }) => under.source(fact)),
    under.services,
  );

  const shapesOf = (svcUserId: string) =>
    left.filter(({ fact }) => fact.svcUserId === svcUserId).map(({ shape }) => shape);
  const { contract, owner, users: sums } = await sumsOf(ownerId);
  expect(Math.abs(total(owner) - unionOf(left.map(({ shape }) => shape)))).toBeLessThan(5);
  expect(Object.keys(sums).sort()).toEqual(['ada', 'erased-1']);
  for (const [svcUserId, sum] of Object.entries(sums)) {
    expect(Math.abs(total(sum) - unionOf(shapesOf(svcUserId)))).toBeLessThan(5);
  }
  expect(JSON.stringify(await under.stored(ownerId))).not.toContain('ben');
  // Each day is what the facts up to its end cover.
  for (const day of days) {
    const until = owner.filter(([at]) => at <= day);
    const shapes = left.filter(({ fact }) => fact.day <= day).map(({ shape }) => shape);
    expect(Math.abs(total(until) - unionOf(shapes))).toBeLessThan(5);
    const found = await under.store.until(ownerId, contract, day);
    expect(found.owner).toBe(total(until));
    expect(found.users.get('ada')).toBe(total((sums.ada ?? []).filter(([at]) => at <= day)));
  }
});

test('large shapes are kept beside their items, and go with them', async () => {
  const ownerId = newId();
  const ring = Array.from({ length: 8_001 }, (_, index): [number, number] => {
    const angle = (2 * Math.PI * (index % 8_000)) / 8_000;
    return [10.015 + 0.01 * Math.cos(angle), 50.015 + 0.01 * Math.sin(angle)];
  });
  const shape: MultiPolygon = { type: 'MultiPolygon', coordinates: [[ring]] };
  const fact = newFact(ownerId, 'ada', days[0]);
  await under.put(fact, shape);
  await countSources(ownerId, [under.source(fact)], under.services);
  const kept = () => [...under.objects.keys()].filter((key) => key.startsWith(`usage/${ownerId}/tiles/`));
  expect(kept().length).toBeGreaterThan(0);
  const second = newFact(ownerId, 'ada', days[1]);
  await under.put(second, squareAt(10.001, 50.001, 0.002));
  await countSources(ownerId, [under.source(second)], under.services);
  expect(
    Math.abs(total((await sumsOf(ownerId)).owner) - unionOf([shape, squareAt(10.001, 50.001, 0.002)])),
  ).toBeLessThan(5);
  for (const each of [fact, second]) {
    await under.remove(each);
    await countSources(ownerId, [under.source(each)], under.services);
  }
  expect(kept()).toEqual([]);
});
