import { Problem } from '../../../domain/errors.ts';
import { overlapPercent } from '../../../domain/fields/overlap.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { TouchedField } from '../../../domain/machine-files/machine-file-engine.ts';
import type { ProcessingServices } from './services.ts';

/** Shapes that are loaded at once. */
const loadedAtOnce = 20;

/**
 * The user's fields that some ground overlaps by more than a percentage of the smaller of the two.
 *
 * @param named fields that a provider says the work is on: any overlap will do.
 */
export async function fieldsOn(
  { ownerId, svcUserId }: { ownerId: string; svcUserId: string },
  ground: MultiPolygon,
  morePercent: number,
  { fields, overlay }: Pick<ProcessingServices, 'fields' | 'overlay'>,
  named: readonly string[] = [],
): Promise<TouchedField[]> {
  const near = await fields.near(ownerId, svcUserId, ground).catch((error: unknown) => {
    // Ground on which ten thousand fields lie is that of no machine: a few points are far off.
    if (error instanceof Problem && error.errorKey === 'geometryTooWide') return [];
    throw error;
  });
  const touched: TouchedField[] = [];
  for (let start = 0; start < near.length; start += loadedAtOnce) {
    const engine = await overlay();
    for (const { field, boundary } of await fields.withShapes(ownerId, near.slice(start, start + loadedAtOnce))) {
      const { geometry: shape } = boundary;
      if (overlapPercent(ground, shape, engine) > (named.includes(field.id) ? 0 : morePercent))
        touched.push({ id: field.id, shape });
    }
  }
  return touched;
}
