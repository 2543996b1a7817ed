import * as alerts from './areas/alerts/manifest.ts';
import * as assets from './areas/assets/manifest.ts';
import * as configurations from './areas/configurations/manifest.ts';
import * as connections from './areas/connecting/connections/manifest.ts';
import * as oauth from './areas/connecting/oauth/manifest.ts';
import * as oneClick from './areas/connecting/one-click/manifest.ts';
import * as credentials from './areas/credentials/manifest.ts';
import * as docs from './areas/docs/manifest.ts';
import * as fields from './areas/fields/manifest.ts';
import * as integrations from './areas/integrations/manifest.ts';
import * as irrigation from './areas/irrigation/manifest.ts';
import * as keys from './areas/keys/manifest.ts';
import * as layers from './areas/layers/manifest.ts';
import * as links from './areas/links/manifest.ts';
import * as operations from './areas/operations/manifest.ts';
import * as organizations from './areas/organizations/manifest.ts';
import * as pages from './areas/pages/manifest.ts';
import * as prescriptions from './areas/prescriptions/manifest.ts';
import * as pushes from './areas/pushes/manifest.ts';
import * as pointFiles from './areas/query/point-files/manifest.ts';
import * as queries from './areas/query/results/manifest.ts';
import * as query from './areas/query/run/manifest.ts';
import * as satellite from './areas/satellite/manifest.ts';
import * as soil from './areas/soil/manifest.ts';
import * as tokens from './areas/tokens/manifest.ts';
import * as uploads from './areas/uploads/manifest.ts';
import * as usage from './areas/usage/manifest.ts';
import * as users from './areas/users/manifest.ts';
import * as weather from './areas/weather/manifest.ts';
import * as checkCredentials from './jobs/check-credentials/manifest.ts';
import * as compactLake from './jobs/compact-lake/manifest.ts';
import * as convertBoundaries from './jobs/convert-boundaries/manifest.ts';
import * as countUsage from './jobs/count-usage/manifest.ts';
import * as deliverWebhooks from './jobs/deliver-webhooks/manifest.ts';
import * as eraseSatelliteField from './jobs/erase-satellite-field/manifest.ts';
import * as eraseUser from './jobs/erase-user/manifest.ts';
import * as followPlanet from './jobs/follow-planet/manifest.ts';
import * as mergeFields from './jobs/merge-fields/manifest.ts';
import * as noteChanges from './jobs/note-changes/manifest.ts';
import * as processMachineFiles from './jobs/process-machine-files/manifest.ts';
import * as processScenes from './jobs/process-scenes/manifest.ts';
import * as processSoil from './jobs/process-soil/manifest.ts';
import * as relayEvents from './jobs/relay-events/manifest.ts';
import * as runQueries from './jobs/run-queries/manifest.ts';
import * as searchScenes from './jobs/search-scenes/manifest.ts';
import * as subscribePushes from './jobs/subscribe-pushes/manifest.ts';
import * as sweep from './jobs/sweep/manifest.ts';
import * as syncAssets from './jobs/sync-assets/manifest.ts';
import * as syncFields from './jobs/sync-fields/manifest.ts';
import * as syncFiles from './jobs/sync-files/manifest.ts';
import * as syncIrrigation from './jobs/sync-irrigation/manifest.ts';
import * as writeTables from './jobs/write-tables/manifest.ts';
import type { FollowingJob, Job } from './manifest/job.ts';
import type { Manifest, Setting } from './manifest/manifest.ts';
import type { FunctionNeeds } from './manifest/needs.ts';
import { erasingParts, tablesOf, withParts } from './manifest/parts.ts';
import { type OwnedPrefix, ownedPrefixes } from './manifest/prefix.ts';
import * as shared from './manifest/shared.ts';
import type { Table } from './manifest/table.ts';

/**
 * Every area and job, by the name of its function: the one list to which a new folder is added. All that is listed below is made from it, and
 * so are the stacks, the relay of events and the embedded cloud.
 */
const functions = {
  tokens,
  oauth,
  users,
  organizations,
  integrations,
  keys,
  credentials,
  links,
  'one-click': oneClick,
  connections,
  fields,
  uploads,
  operations,
  configurations,
  query,
  queries,
  'point-files': pointFiles,
  weather,
  satellite,
  assets,
  layers,
  prescriptions,
  soil,
  irrigation,
  alerts,
  usage,
  pushes,
  pages,
  docs,

  'convert-boundaries': convertBoundaries,
  'process-machine-files': processMachineFiles,
  'process-soil': processSoil,
  'process-scenes': processScenes,
  'search-scenes': searchScenes,
  'follow-planet': followPlanet,
  'erase-satellite-field': eraseSatelliteField,
  'compact-lake': compactLake,
  'erase-user': eraseUser,
  'check-credentials': checkCredentials,
  'merge-fields': mergeFields,
  'write-tables': writeTables,
  'sync-fields': syncFields,
  'sync-files': syncFiles,
  'sync-assets': syncAssets,
  'sync-irrigation': syncIrrigation,
  'subscribe-pushes': subscribePushes,
  'run-queries': runQueries,
  'deliver-webhooks': deliverWebhooks,
  'relay-events': relayEvents,
  'count-usage': countUsage,
  'note-changes': noteChanges,
  sweep,
};

const folders = { ...functions, shared };
/** Their manifests, without the exact types that the names below are taken from. */
const manifests: Readonly<Record<string, Manifest>> = folders;

type Folders = typeof folders;
type Brought<Member extends keyof Manifest> = {
  [Name in keyof Folders]: Folders[Name] extends Record<Member, infer Own> ? Own : never;
}[keyof Folders];
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** The folders whose manifests bring a member, such as `sweeping`. */
export type Bringing<Member extends keyof Manifest> = {
  [Name in keyof Folders]: Folders[Name] extends Record<Member, unknown> ? Name : never;
}[keyof Folders];

export type TableName = KeysOf<Brought<'tables'>>;
export type SettingName = KeysOf<Brought<'settings'>>;
export type JobName = Bringing<'job'>;

/**
 * Every table. DynamoDB takes one index change per table and update, so a release may add or remove one index of a
 * table, not two; `test/infra/released.test.ts` compares with the last release.
 */
export const tables: Readonly<Record<TableName, Table>> = joined(({ tables }) => tables);
export const tableNames = Object.keys(tables) as TableName[];

/** Settings that the operator of a deployment chooses, by variable. A function gets those that its needs name. */
export const settings: Readonly<Record<SettingName, Setting>> = joined(({ settings }) => settings);
export const settingNames = Object.keys(settings) as SettingName[];

/** Every prefix of the buckets. */
export const prefixes: readonly OwnedPrefix[] = Object.entries(manifests).flatMap(([owner, { prefixes = {} }]) =>
  ownedPrefixes(owner, prefixes),
);

/** Every job. The worker's code is `functions/jobs/<job>/index.ts`. */
export const jobs = Object.fromEntries(
  Object.entries(manifests).flatMap(([name, { job }]) => (job ? [[name, job]] : [])),
) as Readonly<Record<JobName, Job & Partial<FollowingJob<object>>>>;
export const jobNames = Object.keys(jobs) as JobName[];

/** Jobs whose queues get messages of events. */
export const followers = jobNames.filter((name) => jobs[name].follows !== undefined);

/** API areas and workers by name. A function that is not listed here cannot be deployed. */
export const functionNeeds: Readonly<Record<string, FunctionNeeds>> = {
  ...Object.fromEntries(
    Object.entries(functions).map(([name, { needs }]) => [name, { ...needs, tables: tablesOf(needs) }]),
  ),
  'erase-user': withParts(eraseUser.needs, Object.values(manifests).flatMap(erasingParts)),
  'relay-events': { ...relayEvents.needs, sends: followers },
  sweep: withParts(
    sweep.needs,
    Object.values(manifests).flatMap(({ sweeping }) => sweeping ?? []),
  ),
};

/** Types of events that some function publishes. Webhooks can be registered for the others, too. */
export const publishedTypes: ReadonlySet<string> = new Set(
  Object.values(functionNeeds).flatMap(({ publishes = [] }) => publishes),
);

/**
 * The needs of a function.
 *
 * @throws Error for a function without a manifest, which says where to add one.
 * @example const { timeoutSeconds } = needsOf('convert-boundaries');
 */
export function needsOf(name: string): FunctionNeeds {
  const needs = Object.hasOwn(functionNeeds, name) ? functionNeeds[name] : undefined;
  if (needs) return needs;
  throw new Error(
    `functions/manifests.ts does not list the function "${name}". Add a manifest.ts beside its index.ts, with its memory, timeout and tables.`,
  );
}

/** Joins one kind of declaration of all folders, by name; two folders with the same name do not compile. */
function joined<Name extends string, Own>(
  own: (manifest: Manifest) => Readonly<Record<string, Own>> | undefined,
): Record<Name, Own> {
  const all: Record<string, Own> = {};
  for (const [folder, manifest] of Object.entries(manifests)) {
    for (const [name, value] of Object.entries(own(manifest) ?? {})) {
      if (Object.hasOwn(all, name)) throw new Error(`${name} is brought by ${folder} and by another folder`);
      all[name] = value;
    }
  }
  return all;
}
