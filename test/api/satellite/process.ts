import { processStore } from '../../../adapters/aws/dynamodb/satellite/process-store.ts';
import { encodeColours } from '../../../adapters/images/png.ts';
import { classesTiff, indexTiff } from '../../../adapters/satellite/engine/images.ts';
import type { OnGrid } from '../../../adapters/satellite/engine/on-grid.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { satelliteImageKey, usageShapeKey } from '../../../domain/files/object-keys.ts';
import { type MultiPolygon, multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { valueGrid } from '../../../domain/satellite/grid/field-grid.ts';
import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { MadeImages } from '../../../domain/satellite/processes/process-store.ts';
import { cloudClock, files, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';
import { square } from './satellite.ts';

/** Processes as workers write them. */
export const processes = processStore({
  satellite: table('satellite'),
  events: table('events'),
  usage: table('usage'),
  clock: cloudClock,
  newId,
});

const statistics = (mean: number) => ({
  ...{ mean, min: mean - 0.1, max: mean + 0.1, validPercent: 100, clearPercent: 90, clearMean: mean },
  quantiles: { p10: mean - 0.08, p25: mean - 0.05, p50: mean, p75: mean + 0.05, p90: mean + 0.08 },
});

export const made: MadeImages = {
  ...{ coverage: 100, clouds: 0, bounds: [15.8, 45.6, 15.81, 45.61] },
  images: [
    { type: 'NDVI', file: 'NDVI.tif', resolution: 10, bytes: 4 },
    { type: 'NDVI_PNG', file: 'NDVI.png', resolution: null, bytes: 4 },
  ],
  statistics: { NDVI: statistics(0.6) },
};

export interface WantedProcess extends Partial<Omit<MadeImages, 'clouds'>> {
  /** The share of clouds; null when unknown. */
  clouds?: number | null;
  date?: string;
  provider?: ImageProcess['provider'];
  status?: ImageProcess['status'];
  /** The mean vegetation index. */
  ndvi?: number;
  /** The ground that its images show; by default that of other tests' fields. */
  ground?: MultiPolygon;
}

const usualGround = multiPolygon(square(15.8, 45.6).coordinates as MultiPolygon['coordinates']);

/** An image: the index grows from west to east, and a tenth of the ground in the east is under clouds. */
function imageOf(file: string, ndvi: number, ground: MultiPolygon): Uint8Array | string {
  if (file.endsWith('.png')) return encodeColours(2, 2, new Uint8Array(16).fill(255));
  if (file !== 'SCL.tif' && !file.startsWith('ND')) return file;
  const grid = valueGrid(ground, 10);
  const eastward = (at: number) => (at % grid.width) / grid.width;
  if (file === 'SCL.tif') return classesTiff({ grid } as OnGrid, (at) => (eastward(at) < 0.9 ? 4 : 9));
  const values = Float32Array.from(grid.mask, (isField, at) =>
    isField ? ndvi - 0.05 + eastward(at) / 10 : Number.NaN,
  );
  return indexTiff({ grid } as OnGrid, 'NDVI', values);
}

/** A process of a field, ended in the given way, with small images; a text in place of those that no test reads. */
export async function freshProcess(
  { owner }: TestOwner,
  fieldId: string,
  {
    date = '2023-08-10T09:58:31.024Z',
    provider = 'sentinel',
    status = 'SUCCESS',
    ndvi,
    clouds = made.clouds ?? 0,
    ground = usualGround,
    ...wanted
  }: WantedProcess = {},
): Promise<ImageProcess> {
  const id = newId();
  const process: ImageProcess = {
    ...{ id, ownerId: owner.id, fieldId, sceneId: `scene-${id}`, collection: 'sentinel-2-c1-l2a' },
    ...{ upstream: 'stand-in', provider, status: 'STARTED', date, images: [], createdAt: timestamp(cloudClock.now()) },
  };
  if (!(await processes.create(process))) throw new Error('the field is not there');
  const started = await processes.started(owner.id, fieldId, id);
  if (!started) throw new Error('the process is not there');
  if (status === 'FAILED') await processes.fail(started, 'The scene cannot be read.');
  if (status !== 'SUCCESS') return process;
  const { clouds: _usual, ...others } = made;
  const result = {
    ...others,
    ...(clouds !== null && { clouds }),
    ...(ndvi !== undefined && { statistics: { NDVI: statistics(ndvi) } }),
    ...wanted,
  };
  for (const { file } of result.images) {
    await files.put(satelliteImageKey(process, file), imageOf(file, ndvi ?? 0.6, ground), 'text/plain');
  }
  await processes.succeed(started, result, usageShapeKey(owner.id, 'scenes', id));
  return { ...process, status };
}
