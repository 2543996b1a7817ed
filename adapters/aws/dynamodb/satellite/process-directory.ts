import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, timestamp } from '../../../../domain/clock.ts';
import { limits } from '../../../../domain/limits.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import { type ProcessFilter, type ProcessRow, passes } from '../../../../domain/satellite/processes/process-filter.ts';
import type { ProcessDirectory } from '../../../../domain/satellite/satellite-stores.ts';
import { getMany } from '../get-many.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { memoryPage } from '../lists/memory-page.ts';
import { passing, rangeStream } from '../lists/row-stream.ts';
import { type StreamedList, spotsUpTo, streamPage } from '../lists/stream-page.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { processDeadline } from './process-deadline.ts';
import { processesDue, processKey, rowKey, rowOf, statusKey } from './satellite-item.ts';

const newestFirst = [{ field: 'date', descending: true }];

/** Processes of fields, for their owners. */
export function processDirectory(satellite: Table, clock: Clock): ProcessDirectory {
  const { client, name: TableName } = satellite;

  return {
    async get(ownerId, fieldId, id) {
      const Key = processKey({ ownerId, fieldId, id });
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item?.process as ImageProcess | undefined;
    },

    async list(ownerId, fieldId, filter, asked) {
      const page = await pageOfProcesses(satellite, { ownerId, fieldId, filter }, asked);
      const keys = page.items.map(({ id }) => processKey({ ownerId, fieldId, id }));
      const items = await getMany(satellite, keys);
      return { ...page, items: items.flatMap((item) => (item ? [item.process as ImageProcess] : [])) };
    },

    async restart(process) {
      const { ownerId, fieldId, id, sceneId, datastrip, collection, upstream, provider, date, createdAt } = process;
      const { assetTypes } = process;
      const named = { sceneId, ...(datastrip && { datastrip }), ...(assetTypes && { assetTypes }) };
      const scene = { ...named, collection, upstream, provider, date };
      const again: ImageProcess = { id, ownerId, fieldId, ...scene, status: 'STARTED', images: [], createdAt };
      const command = new UpdateCommand({
        TableName,
        Key: processKey(process),
        UpdateExpression:
          'SET process = :process, statusKey = :statusKey, rowKey = :rowKey, deadlineKey = :due, deadline = :deadline, sent = :none REMOVE planetFiles, planetRenewals, wasTried ADD run :one',
        ConditionExpression: 'attribute_exists(pk) AND process.#status <> :started',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':process': again,
          ':statusKey': statusKey(ownerId, fieldId, 'STARTED'),
          ':rowKey': rowKey(again),
          ':due': processesDue,
          ':deadline': processDeadline(clock.now()),
          ':started': 'STARTED',
          ':none': 0,
          ':one': 1,
        },
      });
      return (await ifHeld(() => client.send(command))) !== undefined;
    },
  };
}

interface Listed {
  ownerId: string;
  fieldId: string;
  filter: ProcessFilter;
}

/**
 * One page of rows. The keys of the index have all that is asked of a process, so that filtering and sorting read nothing else: some 250 bytes of
 * each process of the span.
 */
async function pageOfProcesses(
  satellite: Table,
  { ownerId, fieldId, filter }: Listed,
  asked: PageRequest,
): Promise<Page<ProcessRow>> {
  const { startDate, endDate, status } = filter;
  const range: IndexRange = {
    index: 'byStatus',
    partitionKey: 'statusKey',
    partition: statusKey(ownerId, fieldId, status),
    sortKey: 'rowKey',
    between: [startDate === undefined ? '0' : isoOf(startDate), endDate === undefined ? '~' : `${isoOf(endDate)}~`],
  };
  const sort = asked.sort.length > 0 ? asked.sort : newestFirst;
  const [first, second] = sort;
  const isByDate = first?.field === 'date' && !second;
  const descending = isByDate && first.descending;
  const wants = ({ row }: { row: Item }) => passes(rowOf(String(row.rowKey)), filter);
  const list: StreamedList<ProcessRow> = {
    table: satellite,
    name: [satellite.name, ownerId, fieldId, filter, isByDate && descending],
    open: (budget, count) => passing(rangeStream(satellite, { ...range, descending }, { budget, first: count }), wants),
    keyOf: undefined,
    read: (row) => rowOf(String(row.rowKey)),
    userIn: () => '',
    narrows: false,
    total: async () => (await spotsUpTo(list, limits.countedRows))?.length,
    hint: 'Narrow the list by startDate and endDate.',
  };
  if (isByDate) return streamPage(list, asked);
  return memoryPage(
    list,
    (row) => row,
    { ...asked, sort },
    ({ id }) => id,
  );
}

/** Moments that no year of four digits has are those at its ends. */
function isoOf(milliseconds: number): string {
  return timestamp(Math.min(Math.max(milliseconds, 0), Date.UTC(9999, 11, 31)));
}
