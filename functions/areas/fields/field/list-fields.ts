import type * as z from 'zod';
import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';
import { workedFields } from './worked-fields.ts';

type Query = z.output<typeof fieldsApi.operations.listFields.query>;

export const listFields: Handler<typeof fieldsApi.operations.listFields, FieldsServices> = async (
  { query, asked, owner },
  services,
) => {
  const filter = { ...filterOf(query), among: await workedFields(owner.id, query, services) };
  const page = await services.fields.list(
    owner.id,
    filter,
    listedFor(owner, services, asked),
    query.legacy ? 'withShapes' : undefined,
  );
  return {
    status: 200,
    page,
    body: page.items,
  };
};

function filterOf(query: Query): FieldFilter {
  const { page, size, sort, cursor, legacy, ...filters } = query;
  const {
    operationType,
    operationProvider,
    operationStartTime,
    operationEndTime,
    operationCrop,
    operationVariety,
    ...filter
  } = filters;
  return filter;
}
