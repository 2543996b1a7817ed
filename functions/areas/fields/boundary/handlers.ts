import { timestamp } from '../../../../domain/clock.ts';
import { notFound, Problem } from '../../../../domain/errors.ts';
import { changedField } from '../../../../domain/fields/changed-field.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import type { boundaryEndpoints } from './endpoints.ts';

export const boundaryHandlers: Handlers<typeof boundaryEndpoints, FieldsServices> = {
  async listBoundaries({ params: { svcUserId, fieldId }, asked, owner }, { fields }) {
    const page = await fields.boundaries(owner.id, svcUserId, fieldId, asked);
    return { status: 200, page, body: page.items };
  },

  async getBoundary({ found }) {
    return { status: 200, body: found.boundary };
  },

  async getActiveBoundary({ params: { svcUserId, fieldId }, owner }, { fields }) {
    const boundary = await fields.activeBoundary(owner.id, svcUserId, fieldId);
    if (boundary) return { status: 200, body: boundary };
    if (!(await fields.has(owner.id, svcUserId, fieldId))) throw notFound('field', fieldId);
    throw new Problem('notFound', `The field ${fieldId} has no active boundary.`, { errorKey: 'noActiveBoundary' });
  },

  async replaceBoundary({ params: { svcUserId, fieldId }, body, owner }, { fieldEdits, overlay, newId, clock }) {
    const geometry = await givenGeometry(body.geometry, overlay);
    const changed = await fieldEdits.change(owner.id, svcUserId, fieldId, (before) =>
      changedField(before, { geometry }, newId(), timestamp(clock.now())),
    );
    if (!changed?.boundary) throw notFound('field', fieldId);
    return { status: 200, body: changed.boundary };
  },
};
