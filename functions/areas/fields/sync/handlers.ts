import { notFound } from '../../../../domain/errors.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import { enableGrowersSync } from './enable-growers-sync.ts';
import type { syncEndpoints } from './endpoints.ts';
import { integrateField } from './integrate-field.ts';

export const syncHandlers: Handlers<typeof syncEndpoints, FieldsServices> = {
  enableGrowersSync,
  integrateField,

  /** A second round finds no changes. */
  syncFields: ({ params: { svcUserId }, owner, once }, { syncQueue }) =>
    once.repeatable(async () => {
      await syncQueue.send({ ownerId: owner.id, svcUserId });
      return { status: 202, body: {} };
    }),

  async enableFieldSync({ params: { svcUserId, id }, owner }, { fields, sync }) {
    await sync.enable(owner.id, svcUserId, [id]);
    const field = await fields.get(owner.id, svcUserId, id);
    if (!field) throw notFound('field', id);
    return { status: 200, body: field };
  },
};
