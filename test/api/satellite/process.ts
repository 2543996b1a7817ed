import { processStore } from '../../../adapters/aws/dynamodb/satellite/process-store.ts';
import { encodeColours } from '../../../adapters/images/png.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { satelliteImageKey, usageShapeKey } from '../../../domain/files/object-keys.ts';
import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { MadeImages } from '../../../domain/satellite/processes/process-store.ts';
import { cloudClock, files, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

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
}

/** A process of a field, ended in the given way, with small texts instead of its images. */
export async function freshProcess(
  { owner }: TestOwner,
  fieldId: string,
  {
    date = '2023-08-10T09:58:31.024Z',
    provider = 'sentinel',
    status = 'SUCCESS',
    ndvi,
    clouds = made.clouds ?? 0,
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
    const content = file.endsWith('.png') ? encodeColours(2, 2, new Uint8Array(16).fill(255)) : file;
    await files.put(satelliteImageKey(process, file), content, 'text/plain');
  }
  await processes.succeed(started, result, usageShapeKey(owner.id, 'scenes', id));
  return { ...process, status };
}
