import { boundsOf } from '../../../domain/geometry/multi-polygon.ts';
import type { StoredSoilBatch } from '../../../domain/soil/batch/soil-batch.ts';
import { boundsMeet } from '../../../domain/soil/outputs/bounds.ts';
import type { AttachSoilMessage } from './messages.ts';
import type { SoilProcessing } from './services.ts';

/**
 * Has the rows of samples written again that may lie on a field, since it has a new boundary or is gone. A field with
 * its first boundary concerns the batches on its ground; of any other change nobody knows which ground it has left, so
 * that all rows of the user follow, as one change however many fields have changed.
 */
export async function attachSamples(
  { ownerId, svcUserId, fieldId }: AttachSoilMessage,
  { soil, fields, noteRows }: SoilProcessing,
): Promise<void> {
  const [found] = await fields.withShapes(ownerId, [{ svcUserId, fieldId }]);
  const isNew = found !== undefined && found.field.boundaries.length === 1;
  const ground = isNew ? boundsOf(found.boundary.geometry.coordinates) : undefined;
  for await (const batch of soil.each(ownerId, svcUserId)) {
    const located = locatedIn(batch);
    if (located.length === 0) continue;
    if (!ground) return noteRows({ ownerId, table: 'soil_samples', rows: [{ svcUserId }] });
    if (!located.some((bounds) => boundsMeet(bounds, ground))) continue;
    await noteRows({ ownerId, table: 'soil_samples', rows: [{ svcUserId, id: batch.id }] });
  }
}

const locatedIn = ({ entries }: StoredSoilBatch) => entries.flatMap(({ bounds }) => (bounds ? [bounds] : []));
