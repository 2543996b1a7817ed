import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

export const listGrowers: Handler<typeof fieldsApi.operations.listGrowers, FieldsServices> = async (
  { query, asked, owner },
  services,
) => {
  const page = await services.growers.list(owner.id, query, listedFor(owner, services, asked));
  return {
    status: 200,
    page,
    body: page.items,
  };
};
