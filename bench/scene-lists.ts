import { processKey, processMembers, satelliteFieldItem } from '../adapters/aws/dynamodb/satellite/satellite-item.ts';
import { newId } from '../adapters/system.ts';
import type { MultiPolygon } from '../domain/geometry/multi-polygon.ts';
import { newSatelliteField } from '../domain/satellite/new-satellite-field.ts';
import type { ImageProcess } from '../domain/satellite/processes/image-process.ts';
import { satelliteApi } from '../functions/areas/satellite/api.ts';
import { httpClient } from './http-client.ts';
import { loadRecords } from './many-fields.ts';
import { makeOwners } from './owners.ts';
import { benchmark, within } from './row.ts';
import { startFurrow } from './running-furrow.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const dayMilliseconds = 86_400_000;
/** Lambda returns at most 6 MB, in which the quotes of a body are written as two characters. */
const maxKilobytes = 4_500;
const maxMilliseconds = 500;

/** Queries for 20 of the processes of a field, and how much longer they may take among many than among few. */
const pages: { name: string; query(count: number): string; atMost: number }[] = [
  { name: 'newest first', query: () => '', atMost: 2 },
  { name: 'of one month', query: () => 'startDate=2026-01-01&endDate=2026-01-31', atMost: 2 },
  { name: 'deep in the list', query: (count) => `page=${Math.floor(count / 25)}`, atMost: 4 },
  { name: 'at most 10 percent of clouds', query: () => 'maxClouds=10', atMost: 4 },
  { name: 'of all conditions', query: () => 'maxClouds=60&minCoverage=50&provider=sentinel', atMost: 4 },
  { name: 'by clouds', query: () => 'sort=clouds', atMost: Number.POSITIVE_INFINITY },
];

const corners: [number, number][] = [
  [15.8, 45.6],
  [15.81, 45.6],
  [15.81, 45.61],
  [15.8, 45.6],
];
const geometry: MultiPolygon = { type: 'MultiPolygon', coordinates: [[corners]] };

/** Pages of the processes of a field of ten years and of one of a few scenes: their time, and the size of the largest page. */
export const sceneLists = benchmark({
  name: 'scene-lists',
  takes: 'a minute: lists of 3,650 scenes of a field, and of 100',
  sizes: {
    // Processes of ten years of a field, a scene a day: two orbits and a second provider.
    full: { many: 3_650, few: 100, rounds: 40, warmUps: 5 },
    tiny: { many: 130, few: 100, rounds: 1, warmUps: 0 },
  },
  async *run({ many, few, rounds, warmUps }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    const first = await startFurrow(temporary.path);
    const [owner] = await makeOwners(first.endpoints, 1);
    await first.stop();
    if (!owner) throw new Error('no owner was made');
    const table = first.endpoints.variables.SATELLITE_TABLE ?? '';
    for (const count of [few, many]) {
      await loadRecords({ dataDir: temporary.path, table }, fieldWith(owner.id, count));
    }
    const furrow = await startFurrow(temporary.path);
    try {
      const ask = (count: number, query: string) => {
        const url = `${furrow.endpoints.baseUrl}${satelliteApi.base}/fields/field-${count}/processes?${query}`;
        return client.ask({ url, token: owner.token });
      };
      for (const { name, query, atMost } of pages) {
        const times = new Map([few, many].map((count) => [count, [] as number[]]));
        for (let round = -warmUps; round < rounds; round++) {
          for (const [count, taken] of times) {
            const time = await timed(() => ask(count, query(count)));
            if (round >= 0) taken.push(time);
          }
        }
        yield {
          name: `20 of ${many.toLocaleString('en')} scenes of a field, ${name}`,
          measured: median(times.get(many) ?? []),
          unit: 'ms',
          comparedWith: { what: `of ${few}`, value: median(times.get(few) ?? []) },
          limit: { atMost },
        };
      }
      const taken: number[] = [];
      for (let round = 0; round < Math.ceil(rounds / 4); round++) taken.push(await timed(() => ask(many, 'size=100')));
      const { body } = await ask(many, 'size=100');
      yield within('100 scenes with 25 images each, p50', median(taken), maxMilliseconds, 'ms');
      yield within(
        '100 scenes with 25 images each',
        JSON.stringify(body.toString()).length / 1_000,
        maxKilobytes,
        'kB',
      );
    } finally {
      client.close();
      await furrow.stop();
      temporary.remove();
    }
  },
});

/** A field with the given number of processes, one a day until February 2026, as the tables have them. */
function fieldWith(ownerId: string, count: number): Record<string, unknown>[] {
  const [id, now] = [newId(), Date.UTC(2026, 1, 1)];
  const wanted = { externalId: `field-${count}`, geometry, daysBefore: 0 };
  const field = newSatelliteField(wanted, { id, ownerId, geometry, now });
  const external = { pk: ownerId, sk: `external#${field.externalId}`, fieldId: id };
  const processes = Array.from({ length: count }, (_, index) => {
    const process = processOf(ownerId, id, now - index * dayMilliseconds, index);
    return { ...processKey(process), ...processMembers(process, 1) };
  });
  return [satelliteFieldItem(field), external, ...processes];
}

function processOf(ownerId: string, fieldId: string, at: number, index: number): ImageProcess {
  const date = new Date(at).toISOString();
  const statistics = {
    ...{ mean: 0.612345, min: -0.112345, max: 0.912345, validPercent: 100, clearPercent: 90, clearMean: 0.612345 },
    quantiles: { p10: 0.412345, p25: 0.512345, p50: 0.612345, p75: 0.712345, p90: 0.812345 },
  };
  const images = Array.from({ length: 25 }, (_, number) => {
    return { type: `NDVI_RELATIVE${number}`, file: `NDVI_relative${number}.png`, resolution: null, bytes: 100_000 };
  });
  return {
    ...{ id: newId(), ownerId, fieldId, sceneId: `S2B_T33TWL_${date}_L2A`, collection: 'sentinel-2-c1-l2a' },
    ...{ upstream: 'earth-search', provider: 'sentinel', status: 'SUCCESS', date, createdAt: date },
    ...{ coverage: 100, clouds: index % 101, bounds: [15.8, 45.6, 15.81, 45.61] as const, images },
    ...{ statistics: { NDVI: statistics, NDRE: statistics }, processedTimestamp: date },
  } as ImageProcess;
}
