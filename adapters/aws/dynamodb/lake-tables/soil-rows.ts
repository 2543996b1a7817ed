import { Problem } from '../../../../domain/errors.ts';
import type { FieldDirectory } from '../../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { soilKey, soilSamples } from '../../../../domain/files/soil-keys.ts';
import { multiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../../domain/geometry/overlay.ts';
import type { ChangedRow } from '../../../../domain/lake-tables/shard.ts';
import type { LakeRow } from '../../../../domain/lake-tables/shard-store.ts';
import { soilRows } from '../../../../domain/lake-tables/soil-rows.ts';
import {
  counts,
  type SoilBounds,
  type StoredSoilBatch,
  type StoredSoilEntry,
} from '../../../../domain/soil/batch/soil-batch.ts';
import type { SoilBatchStore } from '../../../../domain/soil/batch/soil-batch-store.ts';
import { fieldsAround, type Ground } from '../../../../domain/soil/fields-around.ts';
import type { SampleLine } from '../../../../domain/soil/outputs/sample-line.ts';
import { readLines } from '../../../lake/read-lines.ts';

export interface SoilRowServices {
  soil: Pick<SoilBatchStore, 'get' | 'each'>;
  fields: Pick<FieldDirectory, 'near' | 'withShapes'>;
  files: Pick<ObjectStore, 'getStream'>;
  /** Percentage by which a polygon has to overlap a field of the user. */
  attachPercent(ownerId: string, svcUserId: string): Promise<number>;
  overlay(): Promise<Overlay>;
}

const shapesAtOnce = 20;

/** The rows of changed batches, with the fields that are around their samples now. */
export async function* rowsOfSoil(
  services: SoilRowServices,
  ownerId: string,
  changed: readonly ChangedRow[],
): AsyncGenerator<LakeRow> {
  for (const { svcUserId, id } of changed) {
    if (id === undefined) {
      for await (const batch of services.soil.each(ownerId, svcUserId)) yield* rowsOfBatch(services, ownerId, batch);
      continue;
    }
    const batch = await services.soil.get(ownerId, id);
    if (batch?.svcUserId === svcUserId) yield* rowsOfBatch(services, ownerId, batch);
  }
}

async function* rowsOfBatch(
  services: SoilRowServices,
  ownerId: string,
  batch: StoredSoilBatch,
): AsyncGenerator<LakeRow> {
  for (const entry of batch.entries) {
    if (counts(entry)) yield* rowsOfEntry(services, ownerId, batch, entry);
  }
}

async function* rowsOfEntry(
  services: SoilRowServices,
  ownerId: string,
  { id: batchId, svcUserId }: StoredSoilBatch,
  { id: entryId, bounds }: StoredSoilEntry,
): AsyncGenerator<LakeRow> {
  const content = await services.files.getStream(soilKey(ownerId, svcUserId, { batchId, entryId }, soilSamples));
  if (!content) return;
  const grounds = bounds ? await groundsIn(services, ownerId, svcUserId, bounds) : [];
  const percent = await services.attachPercent(ownerId, svcUserId);
  const fieldsOf = grounds.length > 0 ? fieldsAround(grounds, percent, await services.overlay()) : () => [];
  let index = 0;
  for await (const line of readLines(content)) {
    const sample = JSON.parse(line) as SampleLine;
    yield* soilRows({ batchId, entryId, svcUserId }, sample, index, fieldsOf(sample.geometry));
    index += 1;
  }
}

/** The fields that may lie around samples within some bounds. */
async function groundsIn(
  { fields }: SoilRowServices,
  ownerId: string,
  svcUserId: string,
  [west, south, east, north]: SoilBounds,
): Promise<Ground[]> {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const near = await fields.near(ownerId, svcUserId, multiPolygon([[ring]])).catch((error: unknown) => {
    // Samples around which ten thousand fields of one user lie have places that are wrong.
    if (error instanceof Problem && error.errorKey === 'geometryTooWide') return [];
    throw error;
  });
  const grounds: Ground[] = [];
  for (let start = 0; start < near.length; start += shapesAtOnce) {
    const found = await fields.withShapes(ownerId, near.slice(start, start + shapesAtOnce));
    grounds.push(...found.map(({ field, boundary }) => ({ fieldId: field.id, shape: boundary.geometry })));
  }
  return grounds;
}
