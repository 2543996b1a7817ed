import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { WorkFilter } from '../../../../domain/operations/recorded-work.ts';
import type { Handler, Input } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

type Query = Input<typeof fieldsApi.endpoints.listFields>['query'];

export const listFields: Handler<typeof fieldsApi.endpoints.listFields, FieldsServices> = async (
  { query, asked, owner },
  services,
) => {
  const work = workAsked(query);
  const page = await services.fields.list(
    owner.id,
    { ...filterOf(query), work },
    listedFor(owner, services, asked),
    query.legacy ? 'withShapes' : undefined,
  );
  return { status: 200, page, body: page.items };
};

function filterOf(query: Query): FieldFilter {
  const {
    legacy,
    operationType,
    operationProvider,
    operationStartTime,
    operationEndTime,
    operationCrop,
    operationVariety,
    ...filter
  } = query;
  return filter;
}

/** The work that a list of fields asks for; undefined when it asks for none. */
function workAsked(query: Query): WorkFilter | undefined {
  const asked: WorkFilter = {
    operationType: query.operationType,
    provider: query.operationProvider,
    startTime: query.operationStartTime,
    endTime: query.operationEndTime,
    crop: query.operationCrop,
    variety: query.operationVariety,
  };
  return Object.values(asked).every((value) => value === undefined) ? undefined : asked;
}
