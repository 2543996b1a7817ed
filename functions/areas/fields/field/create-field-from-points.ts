import type * as z from 'zod';
import { timestamp } from '../../../../domain/clock.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { fieldFromPointsSchema } from '../../../../domain/fields/field-body.ts';
import { newField } from '../../../../domain/fields/new-field.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { workedGround } from '../../../../domain/geometry/worked-ground.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';
import { readPositions } from './read-positions.ts';
import { noPoints, workedPoints } from './worked-points.ts';

/** Where nothing is known of the width: half of 30 feet, as elsewhere in this trade. */
const usualBuffer = 15 * 0.3048;
/** As far as it makes sense for a machine, metres: the members' own limits. */
const [minBuffer, maxBuffer] = [0.5, 100];

export const createFieldFromPoints: Handler<typeof fieldsApi.endpoints.createFieldFromPoints, FieldsServices> = (
  { params: { svcUserId }, body, owner, once },
  services,
) => {
  const { fields, fieldEdits, newId, clock } = services;
  let made: MultiPolygon | undefined;
  return once<Field>(
    async (commit) => {
      const geometry = await groundOf(owner.id, svcUserId, body, services);
      made = geometry;
      const members = { ...body, id: body.id ?? newId(), svcUserId, geometry };
      const created = newField(members, newId(), timestamp(clock.now()));
      await fieldEdits.create(owner.id, created, await commit(created.field));
      return created.field;
    },
    async (field) => {
      const [boundaryId = ''] = field.boundaries;
      // A run after one that made the field reads what was stored: the file may be in work again.
      const geometry = made ?? (await fields.boundary(owner.id, svcUserId, field.id, boundaryId))?.geometry;
      return { status: 201, body: { ...field, ...(geometry && { geometry }) } };
    },
  );
};

/** The ground that the points of a file or an operation cover. */
async function groundOf(
  ownerId: string,
  svcUserId: string,
  body: z.infer<typeof fieldFromPointsSchema>,
  services: FieldsServices,
): Promise<MultiPolygon> {
  const source = await workedPoints(ownerId, svcUserId, body, services);
  const { positions, medianWidth } = await readPositions(services.files, source);
  const half = medianWidth ? Math.min(Math.max(medianWidth / 2, minBuffer), maxBuffer) : usualBuffer;
  const buffer = body.bufferMeters ?? half;
  const rules = {
    buffer,
    maxGap: body.maxGapMeters ?? 2 * buffer,
    minHole: body.minHoleSquareMeters,
    minPart: body.minPartSquareMeters,
    tolerance: body.simplifyMeters,
  };
  const geometry = workedGround(positions, rules, await services.overlay());
  if (!geometry) throw noPoints(source.pointer);
  return geometry;
}
