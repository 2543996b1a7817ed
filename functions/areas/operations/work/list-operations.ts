import type * as z from 'zod';
import type { Operation } from '../../../../domain/operations/operation.ts';
import { type Selection, selection } from '../../../../domain/paging.ts';
import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import type { workEndpoints } from './endpoints.ts';
import { shownOperation } from './show.ts';

type Query = z.output<typeof workEndpoints.listFieldOperations.query>;

export const listFieldOperations: Handler<
  typeof operationsApi.endpoints.listFieldOperations,
  OperationsServices
> = async ({ query, asked, owner }, { operations, users }) => {
  const page = await operations.list(
    owner.id,
    query.svcUserId,
    wantedOperations(query),
    listedFor(owner, { users }, asked),
  );
  return {
    status: 200,
    page,
    body: page.items.map((operation) => shownOperation(owner.username, operation)),
  };
};

/** The operations that the filters of a list want. One that ends before a time has started before it, too. */
function wantedOperations(query: Query): Selection<Operation> {
  const { provider, operationType, fieldId, startTime: from, endTime: to, updatedTime } = query;
  return selection('operations', query, wantedBy(query), {
    values: { provider, operationType, fieldId },
    spans: {
      ...(updatedTime !== undefined && { updatedTime: { from: updatedTime } }),
      ...((from ?? to) !== undefined && { startTime: { from, to } }),
    },
  });
}

/** Whether an operation is wanted by the filters of a list. One without a time is not on or after any. */
function wantedBy({ provider, operationType, fieldId, startTime, endTime, updatedTime }: Query) {
  return (operation: Operation): boolean =>
    (provider === undefined || operation.providers.includes(provider)) &&
    (operationType === undefined || operation.type === operationType) &&
    (fieldId === undefined || operation.fields.some(({ id }) => id === fieldId)) &&
    (updatedTime === undefined || Date.parse(operation.updatedTime) >= updatedTime) &&
    (startTime === undefined || timeOf(operation.startTime) >= startTime) &&
    (endTime === undefined || timeOf(operation.endTime) <= endTime);
}

function timeOf(written: string | undefined): number {
  return written === undefined ? Number.NaN : Date.parse(written);
}
