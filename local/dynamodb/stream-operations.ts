import { apiError, validationError } from './api-error.ts';
import type { Answer } from './dynalite.ts';
import type { Engine } from './engine.ts';
import { digits } from './items/row-keys.ts';
import type { StreamRecord } from './streams.ts';
import type { TableRecord } from './tables/table-description.ts';

/** A table's stream has one shard, which never closes. */
const shardId = 'shardId-00000000000000000000-00000000';
const zero = digits(0, 21);

/** Source: GetRecords, Limit. */
const maximumRecords = 1000;

interface StreamInput {
  TableName?: string;
  StreamArn?: string;
  ShardId?: string;
  ShardIterator?: string;
  ShardIteratorType?: string;
  SequenceNumber?: string;
  Limit?: number;
}

export async function listStreams(engine: Engine, input: unknown): Promise<Answer> {
  const { TableName: only } = input as StreamInput;
  const tables = engine.tables.names().map((name) => engine.tables.get(name).description);
  const streams = tables.filter((table) => table.LatestStreamArn && (only === undefined || only === table.TableName));
  return {
    Streams: streams.map((table) => ({
      StreamArn: table.LatestStreamArn,
      StreamLabel: table.LatestStreamLabel,
      TableName: table.TableName,
    })),
  };
}

export async function describeStream(engine: Engine, input: unknown): Promise<Answer> {
  const { description: table } = tableOfStream(engine, (input as StreamInput).StreamArn);
  return {
    StreamDescription: {
      StreamArn: table.LatestStreamArn,
      StreamLabel: table.LatestStreamLabel,
      StreamStatus: 'ENABLED',
      StreamViewType: table.StreamSpecification?.StreamViewType,
      CreationRequestDateTime: table.CreationDateTime,
      TableName: table.TableName,
      KeySchema: table.KeySchema,
      Shards: [{ ShardId: shardId, SequenceNumberRange: { StartingSequenceNumber: zero } }],
    },
  };
}

export async function getShardIterator(engine: Engine, input: unknown): Promise<Answer> {
  const request = input as StreamInput;
  const { description } = tableOfStream(engine, request.StreamArn);
  if (request.ShardId !== shardId) throw apiError('ResourceNotFoundException', `Shard not found: ${request.ShardId}`);
  return { ShardIterator: encodeIterator(description.TableName, startOf(engine, request)) };
}

export async function getRecords(engine: Engine, input: unknown): Promise<Answer> {
  const { ShardIterator: iterator, Limit: limit = maximumRecords } = input as StreamInput;
  if (!(limit >= 1 && limit <= maximumRecords)) {
    throw validationError(`Limit must be 1 to ${maximumRecords}, not ${limit}`);
  }
  const { tableName, after } = decodeIterator(iterator);
  engine.tables.get(tableName);
  const { records, next } = await engine.streams.read(tableName, after, limit);
  return { Records: records.map(onTheWire), NextShardIterator: encodeIterator(tableName, next) };
}

function tableOfStream(engine: Engine, arn: string | undefined): TableRecord {
  const tables = engine.tables.names().map((name) => engine.tables.get(name));
  const table = tables.find(({ description }) => arn !== undefined && description.LatestStreamArn === arn);
  if (!table) throw apiError('ResourceNotFoundException', `Requested resource not found: Stream: ${arn} not found`);
  return table;
}

/** The position to read after. */
function startOf(engine: Engine, { ShardIteratorType: type, SequenceNumber: sequence }: StreamInput): string {
  if (type === 'TRIM_HORIZON') return zero;
  if (type === 'LATEST') return engine.streams.end();
  if ((type !== 'AT_SEQUENCE_NUMBER' && type !== 'AFTER_SEQUENCE_NUMBER') || !/^\d{21,40}$/.test(sequence ?? '')) {
    throw validationError(
      'GetShardIterator needs a known ShardIteratorType and, to start at a record, its SequenceNumber',
    );
  }
  const number = Number(sequence);
  return digits(type === 'AT_SEQUENCE_NUMBER' ? Math.max(0, number - 1) : number, zero.length);
}

function encodeIterator(tableName: string, after: string): string {
  return Buffer.from(`${after}~${tableName}`).toString('base64url');
}

export function decodeIterator(iterator = ''): { tableName: string; after: string } {
  const [after = '', tableName = ''] = Buffer.from(iterator, 'base64url').toString().split('~');
  if (!/^\d{21}$/.test(after) || tableName === '') throw validationError('Invalid ShardIterator');
  return { tableName, after };
}

/** In the streams API, members of an identity begin in upper case, and the source of a record is left out. */
function onTheWire({ eventSourceARN: _, userIdentity, ...record }: StreamRecord): Record<string, unknown> {
  if (!userIdentity) return record;
  return { ...record, userIdentity: { Type: userIdentity.type, PrincipalId: userIdentity.principalId } };
}
