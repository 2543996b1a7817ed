import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

export const listFarms: Handler<typeof fieldsApi.operations.listFarms, FieldsServices> = async (
  { query, asked, owner },
  services,
) => {
  const page = await services.farms.list(owner.id, query, listedFor(owner, services, asked));
  return {
    status: 200,
    page,
    body: page.items,
  };
};
