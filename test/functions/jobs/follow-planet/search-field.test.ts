import { describe, expect, test } from 'vitest';
import type { PlanetAssetType } from '../../../../domain/satellite/planet/asset-types.ts';
import type { PlanetScene, PlanetSearch } from '../../../../domain/satellite/planet/planet.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import { searchField } from '../../../../functions/jobs/follow-planet/search-field.ts';
import type { FollowServices } from '../../../../functions/jobs/follow-planet/services.ts';

const day = 24 * 60 * 60_000;
const wanted: PlanetAssetType[] = ['ortho_visual', 'ortho_analytic_8b_sr'];

/** A Planet field, and a catalogue whose scenes get their assets over time. */
function world() {
  let now = Date.UTC(2026, 4, 1);
  let publishedUntil: string | undefined;
  const begun = new Map<string, PlanetAssetType[] | undefined>();
  const scenes: { id: string; published: number; appears: Partial<Record<PlanetAssetType, number>> }[] = [];
  const found = ({ id, published, appears }: (typeof scenes)[number]): PlanetScene => {
    const assets = wanted.filter((asset) => (appears[asset] ?? Number.POSITIVE_INFINITY) <= now);
    const at = new Date(published).toISOString();
    const footprint = { type: 'MultiPolygon' as const, coordinates: [] };
    return { id, date: at, published: at, footprint, assets, isComplete: assets.length === wanted.length };
  };
  const services = {
    planet: {
      async *search(_: string, { publishedAfter = '' }: PlanetSearch) {
        for (const scene of scenes.map(found)) {
          if (scene.assets.length > 0 && scene.published >= publishedAfter) yield scene;
        }
      },
    },
    keys: { sealed: async () => 'sealed' },
    sealer: { open: async () => 'key' },
    fields: {
      get: async () => ({ id: 'field', ownerId: 'owner', since: { planet: '2026-04-01' }, assetTypes: wanted }),
    },
    searches: {
      state: async () => ({ publishedUntil, failures: 0 }),
      async reached(_: unknown, until: string) {
        publishedUntil = until;
      },
      searched: async () => {},
      leases: { take: async () => ({ end: async () => false }), expect: async () => {} },
    },
    processes: {
      async create({ id, assetTypes }: ImageProcess) {
        if (begun.has(id)) return false;
        begun.set(id, assetTypes);
        return true;
      },
    },
    derivedId: (_field: string, _provider: string, scene: string) => scene,
    clock: { now: () => now },
  } as unknown as FollowServices;
  const message = {
    ...{ delivery: '1', attempt: 1, lastAttempt: false, passes: 1, remainingMilliseconds: () => 300_000 },
    queue: { send: async () => {} },
  };
  /** Searches every quarter of a day, for some days. */
  const pass = async (days: number) => {
    for (let search = 0; search < days * 4; search += 1) {
      await searchField({ ownerId: 'owner', fieldId: 'field' }, message, services);
      now += day / 4;
    }
  };
  /** Publishes a scene now, with the days after which its assets appear. */
  const publish = (id: string, visual: number, reflectance?: number) => {
    const appears = {
      ortho_visual: now + visual * day,
      ...(reflectance !== undefined && { ortho_analytic_8b_sr: now + reflectance * day }),
    };
    scenes.push({ id, published: now, appears });
  };
  return { begun, publish, pass };
}

describe('a scene of Planet', () => {
  test('is ordered at once where all of its assets are there', async () => {
    const { begun, publish, pass } = world();
    publish('whole', 0, 0);
    await pass(0.25);
    expect([...begun]).toEqual([['whole', wanted]]);
  });

  test('is ordered once, with all of its assets, where one of them appears days later', async () => {
    const { begun, publish, pass } = world();
    publish('late', 0, 2);
    await pass(1.75);
    expect(begun.size).toBe(0);
    await pass(2);
    expect([...begun]).toEqual([['late', wanted]]);
  });

  test('is ordered with the available assets after three days, and not again for later ones', async () => {
    const { begun, publish, pass } = world();
    publish('partial', 0, 4);
    await pass(2.75);
    expect(begun.size).toBe(0);
    await pass(3);
    expect([...begun]).toEqual([['partial', ['ortho_visual']]]);
  });

  test('is not lost while it waits, even if others are published meanwhile', async () => {
    const { begun, publish, pass } = world();
    publish('waiting', 0);
    for (let count = 0; count < 5; count += 1) {
      await pass(1);
      publish(`other-${count}`, 0, 0);
    }
    await pass(0.25);
    expect(begun.get('waiting')).toEqual(['ortho_visual']);
    expect(begun.size).toBe(6);
  });
});
