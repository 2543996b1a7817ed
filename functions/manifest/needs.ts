import type { EventType, InternalEventType } from '../../domain/events/event-types.ts';
import type { UsageProduct } from '../../domain/usage/usage-fact.ts';
import type { JobName, SettingName, TableName } from '../manifests.ts';

/**
 * `find` reads items by their keys, `change` also changes them, `make` also puts new ones, `read` lists them, in indexes too. `add` puts items, `write` also changes and deletes them without
 * reading. Conditions may look at the item that they guard, but for `add`.
 */
export type TableAccess = 'find' | 'change' | 'make' | 'read' | 'add' | 'write' | 'readWrite';
/** `erase` removes objects in all of their versions, and ends uploads of parts that were begun there. */
export type ObjectAccess = 'read' | 'readWrite' | 'erase';
export type BucketName = 'files' | 'lake';
export type LayerName = 'gdal' | 'duckdb';

/** Access, memory and time of one function. Its role grants this and nothing else. */
export interface FunctionNeeds {
  purpose: string;
  memoryMegabytes: number;
  timeoutSeconds: number;
  /** Room in /tmp; 512 unless said. */
  diskMegabytes?: number;
  tables?: Partial<Record<TableName, TableAccess>>;
  /** Types of the events that it writes; it may add to the outbox. */
  publishes?: readonly (EventType | InternalEventType)[];
  /** Products whose use it records; it may write usage facts. */
  usage?: readonly UsageProduct[];
  /** Finds what is overdue: queries the index `byDeadline` of its tables, which holds that of all owners. */
  deadlines?: true;
  /** Access by key prefix. */
  objects?: Partial<Record<BucketName, Record<string, ObjectAccess>>>;
  /** Queues it puts messages into; for its own one the job's `chain` says how far that goes. */
  sends?: readonly JobName[];
  /** Jobs whose dead letters it looks at. */
  peeks?: readonly JobName[];
  /** Runs queries of owners. */
  queries?: true;
  /** Seals secrets with the environment's key, and opens them unless it says otherwise. */
  secrets?: true | 'seal';
  layers?: readonly LayerName[];
  /** Files of packages beside its own `assets`, by their names there; `beside.ts` has those of several functions. */
  assets?: Readonly<Record<string, string>>;
  /** Programs beside its code that it starts as processes of their own: the source of each, by its name without `.mjs`. */
  programs?: Readonly<Record<string, string>>;
  /** Settings of the operator that it reads. */
  settings?: readonly SettingName[];
}

/** Whether a function calls providers. It loads what it needs of one with the first call. */
export const callsProviders = ({ settings }: Pick<FunctionNeeds, 'settings'>): boolean =>
  settings?.includes('PROVIDER_ADDRESSES') === true;

/** HTTP API gives up after 30 s; a second less lets the function answer for itself. */
export const apiTimeoutSeconds = 29;

/** A quota of new AWS accounts; the next step is a support request away. */
export const maxMemoryMegabytes = 3008;

/** Tables that the pipeline of every API function uses: owners and keys to check tokens, answers to repeated requests. */
export const apiTables = { owners: 'read', requests: 'readWrite' } as const;

/** The data that synchronous and asynchronous queries read. */
export const queriedLake = {
  'lake/points/': 'read',
  'lake/fields/': 'read',
  'lake/operations/': 'read',
  'lake/files/': 'read',
  'lake/soil_samples/': 'read',
  'lake/applied_irrigation/': 'read',
  'lake/ssurgo/': 'read',
  'lake/states_counties/': 'read',
} as const;
