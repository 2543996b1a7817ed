import type { Clock } from '../../clock.ts';
import { accountId, region } from '../../credentials.ts';
import { validationError } from '../api-error.ts';
import { act, type Request } from '../dynalite.ts';
import type { StreamViewType } from './table-definition.ts';
import type { TableDescription } from './table-description.ts';

/** The description of the table that a checked CreateTable request creates. */
export async function describeNewTable(request: Request, clock: Clock): Promise<TableDescription> {
  let description: TableDescription | undefined;
  const store = {
    options: { createTableMs: 0 },
    tableDb: {
      awsAccountId: accountId,
      awsRegion: region,
      lock: (_: string, work: (release: <T>(callback: T) => T) => void) => work((callback) => callback),
      // The caller checks whether the table exists already.
      get: (_: string, callback: (error: null, table?: undefined) => void) => callback(null),
      put(_: string, table: TableDescription, callback: () => void) {
        description ??= structuredClone(table);
        callback();
      },
    },
  };
  await act('createTable', store, request);
  return ready(description as TableDescription | undefined, clock.now() / 1000);
}

function ready(description: TableDescription | undefined, createdAtSeconds: number): TableDescription {
  if (!description) throw new Error('dynalite made no table');
  const { GlobalSecondaryIndexes: indexes, BillingModeSummary: billing } = description;
  return {
    ...description,
    TableStatus: 'ACTIVE',
    CreationDateTime: createdAtSeconds,
    ...(indexes && { GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })) }),
    ...(billing && { BillingModeSummary: { ...billing, LastUpdateToPayPerRequestDateTime: createdAtSeconds } }),
  };
}

const viewTypes: StreamViewType[] = ['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY'];

/** The table with a stream of the given view, or without one. An existing stream keeps its name. */
export function withStream(
  table: TableDescription,
  viewType: StreamViewType | undefined,
  clock: Clock,
): TableDescription {
  const { StreamSpecification: _, LatestStreamArn: arn, LatestStreamLabel: label, ...rest } = table;
  if (viewType === undefined) return rest;
  if (!viewTypes.includes(viewType)) {
    throw validationError(`StreamViewType must be one of ${viewTypes.join(', ')}, not ${viewType}`);
  }
  const newLabel = label ?? new Date(clock.now()).toISOString().slice(0, -1);
  return {
    ...rest,
    StreamSpecification: { StreamEnabled: true, StreamViewType: viewType },
    LatestStreamLabel: newLabel,
    LatestStreamArn: arn ?? `${table.TableArn}/stream/${newLabel}`,
  };
}
