import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { RunningQueryStore } from '../../../../domain/query/query-store.ts';
import { overdueItems } from '../deadlines.ts';
import type { Table } from '../table.ts';
import { deadlineKey, queryTextKey } from './query-item.ts';
import { changeQuery, forgetText, queryStore, storedOf, whileUnderWay } from './query-store.ts';

/**
 * The queries, for workers that run them. Changes are conditional on the run: a query that was cancelled or restarted
 * has another.
 */
export function runningQueryStore(queries: Table): RunningQueryStore {
  const TableName = queries.name;
  const still = (run: string | undefined) =>
    run === undefined
      ? { condition: '#query.#status = :still', values: { ':still': 'QUEUED' } }
      : { condition: '#query.#status = :still AND holder = :run', values: { ':still': 'RUNNING', ':run': run } };

  return {
    ...queryStore(queries),

    async textOf(ownerId, id) {
      const command = new GetCommand({ TableName, Key: queryTextKey(ownerId, id), ConsistentRead: true });
      return (await queries.client.send(command)).Item?.text as string | undefined;
    },

    begin: (ownerId, id, run, { startedTime, deadline, delivery }) =>
      changeQuery(queries, ownerId, id, {
        UpdateExpression:
          'SET #query.#status = :running, #query.startedTime = :started, holder = :run, delivery = :delivery, deadline = :deadline ADD begunBy :attempt',
        ConditionExpression: '#query.#status = :queued',
        ExpressionAttributeValues: {
          ':running': 'RUNNING',
          ':queued': 'QUEUED',
          ':started': startedTime,
          ':run': run,
          ':deadline': deadline,
          ':delivery': delivery,
          ':attempt': new Set([delivery]),
        },
      }),

    async extend(ownerId, id, run, deadline) {
      const { condition, values } = still(run);
      const changed = await changeQuery(queries, ownerId, id, {
        UpdateExpression: 'SET deadline = :deadline',
        ConditionExpression: condition,
        ExpressionAttributeValues: { ...values, ':deadline': deadline },
      });
      return changed !== undefined;
    },

    async waitAgain(ownerId, id, run, deadline, uncounted) {
      const { condition, values } = still(run);
      const changed = await changeQuery(queries, ownerId, id, {
        UpdateExpression: `SET #query.#status = :queued, deadline = :deadline REMOVE #query.startedTime, holder, delivery${uncounted === undefined ? '' : ' DELETE begunBy :uncounted'}`,
        ConditionExpression: condition,
        ExpressionAttributeValues: {
          ...values,
          ':queued': 'QUEUED',
          ':deadline': deadline,
          ...(uncounted !== undefined && { ':uncounted': new Set([uncounted]) }),
        },
      });
      return changed !== undefined;
    },

    async end(ownerId, id, run, end) {
      const { condition, values } = still(run);
      const members = Object.entries(end).filter(([, value]) => value !== undefined);
      const sets = members.map(([name]) => `#query.#${name} = :${name}`);
      const changed = await changeQuery(queries, ownerId, id, {
        UpdateExpression: `SET ${sets.join(', ')} REMOVE ${whileUnderWay}`,
        ConditionExpression: condition,
        ExpressionAttributeNames: {
          '#query': 'query',
          ...Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ...values,
          ...Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
        },
      });
      if (changed) await forgetText(queries, ownerId, id);
      return changed !== undefined;
    },

    async overdue(now) {
      const items = await overdueItems(queries, deadlineKey, now);
      return items.map((item) => ({ ownerId: item.ownerId as string, stored: storedOf(item) }));
    },
  };
}
