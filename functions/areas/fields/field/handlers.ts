import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { changedField, refuseMadeByOthers } from '../../../../domain/fields/changed-field.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { newField } from '../../../../domain/fields/new-field.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import { createFieldFromPoints } from './create-field-from-points.ts';
import type { fieldEndpoints } from './endpoints.ts';
import { listFields } from './list-fields.ts';

export const fieldHandlers: Handlers<typeof fieldEndpoints, FieldsServices> = {
  listFields,
  createFieldFromPoints,

  async getField({ found }) {
    return { status: 200, body: found.field };
  },

  async createField({ params: { svcUserId }, body, owner, once }, { fieldEdits, overlay, newId, clock }) {
    const geometry = await givenGeometry(body.geometry, overlay);
    return once<Field>(
      async (commit) => {
        const members = { ...body, id: body.id ?? newId(), svcUserId, geometry };
        const created = newField(members, newId(), timestamp(clock.now()));
        await fieldEdits.create(owner.id, created, await commit(created.field));
        return created.field;
      },
      (field) => ({ status: 201, body: { ...field, geometry } }),
    );
  },

  async changeField({ params: { svcUserId, id }, body, owner }, { fieldEdits, overlay, newId, clock }) {
    const geometry = body.geometry && (await givenGeometry(body.geometry, overlay));
    const changes = { ...body, geometry };
    const changed = await fieldEdits.change(owner.id, svcUserId, id, (before) =>
      changedField(before, changes, newId(), timestamp(clock.now())),
    );
    if (!changed) throw notFound('field', id);
    const { field, boundary } = changed;
    return { status: 200, body: boundary ? { ...field, geometry: boundary.geometry } : field };
  },

  async deleteField({ params: { svcUserId, id }, owner }, { fieldEdits }) {
    if (!(await fieldEdits.remove(owner.id, svcUserId, id, refuseMadeByOthers))) throw notFound('field', id);
    return { status: 204 };
  },
};
