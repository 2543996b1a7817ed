import { timestamp } from '../../../../domain/clock.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { newField } from '../../../../domain/fields/new-field.ts';
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

export const createFieldFromPoints: Handler<typeof fieldsApi.endpoints.createFieldFromPoints, FieldsServices> = async (
  { params, body, owner, once },
  services,
) => {
  const { svcUserId } = params;
  const { fieldEdits, files, overlay, newId, clock } = services;
  const source = await workedPoints(owner.id, svcUserId, body, services);
  const { positions, medianWidth } = await readPositions(files, source);
  const half = medianWidth ? Math.min(Math.max(medianWidth / 2, minBuffer), maxBuffer) : usualBuffer;
  const buffer = body.bufferMeters ?? half;
  const rules = {
    buffer,
    maxGap: body.maxGapMeters ?? 2 * buffer,
    minHole: body.minHoleSquareMeters,
    minPart: body.minPartSquareMeters,
    tolerance: body.simplifyMeters,
  };
  const geometry = workedGround(positions, rules, await overlay());
  if (!geometry) throw noPoints(source.pointer);
  return once<Field>(
    async (commit) => {
      const members = { ...body, id: body.id ?? newId(), svcUserId, geometry };
      const created = newField(members, newId(), timestamp(clock.now()));
      await fieldEdits.create(owner.id, created, await commit(created.field));
      return created.field;
    },
    (field) => ({ status: 201, body: { ...field, geometry } }),
  );
};
