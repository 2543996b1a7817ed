import { createRequire } from 'node:module';
import type { Item, ItemKey } from './items/item.ts';
import type { TableDescription } from './tables/table-description.ts';

/**
 * The typed interface to dynalite, which is CommonJS without types. Dynalite decides (what a request means, what an expression
 * does, which error AWS would return); the engine stores the rows, so that a write is one atomic batch with its index rows
 * and stream records.
 */

type Callback<T> = (error?: Error | null, value?: T) => void;
type Release = <T>(callback: Callback<T>) => Callback<T>;

/** The store from and to which dynalite's actions read and write one table's items. */
export interface ItemStore {
  lock(key: string, work: (release: Release) => void): void;
  get(key: string, callback: Callback<Item | undefined>): void;
  put(key: string, item: Item, callback: Callback<void>): void;
  del(key: string, callback: Callback<void>): void;
  createValueStream(range: ValueRange): NodeJS.EventEmitter;
}

/** A range of keys as dynalite's query and scan request it; a `limit` of -1 means no limit. */
export interface ValueRange {
  gt?: string;
  gte?: string;
  lt?: string;
  lte?: string;
  reverse?: boolean;
  limit?: number;
}

/** The part of a store that dynalite's item actions use. */
export interface Store {
  options: { maxItemSize: number };
  getTable(
    name: string,
    checkStatus: boolean | Callback<TableDescription>,
    callback?: Callback<TableDescription>,
  ): void;
  getItemDb(tableName: string): ItemStore;
  getIndexDb(kind: 'local' | 'global', tableName: string, indexName: string): ItemStore;
}

/** A request that dynalite has checked: expressions are parsed into the members that begin with an underscore. */
export type Request = Record<string, unknown> & { TableName: string };
export type Answer = Record<string, unknown>;
type Action = (store: unknown, data: unknown, callback: Callback<Answer>) => void;
interface Validation {
  types: Record<string, unknown>;
  custom?: (data: never, store: unknown) => string | undefined;
}

/** LevelDB as dynalite opens it: keys are text, values JSON. */
export interface Level {
  open(options: { writeBufferSize: number; cacheSize: number }): Promise<void>;
  close(): Promise<void>;
  getSync(key: string): unknown;
  batch(operations: BatchOperation[], options?: { sync: boolean }): Promise<void>;
  clear(range: ValueRange): Promise<void>;
  values(range: ValueRange & { highWaterMarkBytes?: number; fillCache?: boolean }): LevelIterator<unknown>;
}
export type BatchOperation = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string };
export interface LevelIterator<T> {
  nextv(size: number): Promise<T[]>;
  close(): Promise<void>;
}

interface DynaliteDb {
  create(options: { path: string }): { db: Level };
  hashPrefix(value: string, type: string): string;
  toRangeStr(value: string, type: string): string;
  validateKey(key: ItemKey, table: TableDescription): Error | null | undefined;
  validateItem(item: Item, table: TableDescription): Error | null | undefined;
  checkConditional(data: Request, item: Item | undefined): Error | null | undefined;
  capacityUnits(item: Item | undefined, isRead: boolean, isConsistent: boolean): number;
}

interface Validations {
  checkTypes(data: unknown, types: Validation['types']): Request;
  checkValidations(data: Request, types: Validation['types'], custom: Validation['custom'], store: unknown): void;
}

const require = createRequire(import.meta.url);
/** The package of LevelDB is dynalite's own. */
const requireOfDynalite = createRequire(require.resolve('dynalite/db'));

export const dynalite = require('dynalite/db') as DynaliteDb;
const validations = require('dynalite/validations') as Validations;

/** Has LevelDB keep every readable row of a closed database; it moves damaged files to the folder `lost`. */
export function repairLevel(path: string): Promise<void> {
  const { Level } = requireOfDynalite('level') as { Level: { repair(location: string): Promise<void> } };
  return Level.repair(path);
}

/** Source: 400 KB, DynamoDB developer guide, "Constraints". */
export const maximumItemBytes = 400 * 1024;

/**
 * Checks a request with dynalite's validation of the operation, whose name begins in lower case, like dynalite's files.
 *
 * @example const request = check('getItem', input);
 */
export function check(operation: string, input: unknown): Request {
  const validation = require(`dynalite/validations/${operation}`) as Validation;
  // A copy, since dynalite deletes unknown members.
  const request = validations.checkTypes({ ...(input as object) }, validation.types);
  const limits = { options: { maxItemSize: maximumItemBytes } };
  validations.checkValidations(request, validation.types, validation.custom, limits);
  return request;
}

/**
 * Runs a checked request against a store.
 *
 * @example const answer = await act('putItem', staged.store, request);
 */
export function act(operation: string, store: unknown, request: Request): Promise<Answer> {
  const action = require(`dynalite/actions/${operation}`) as Action;
  return new Promise((resolve, reject) => {
    action(store, request, (error, answer) => (error ? reject(error) : resolve(answer ?? {})));
  });
}
