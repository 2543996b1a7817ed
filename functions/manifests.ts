import * as alerts from './areas/alerts/manifest.ts';
import * as configurations from './areas/configurations/manifest.ts';
import * as connections from './areas/connecting/connections/manifest.ts';
import * as oneClick from './areas/connecting/one-click/manifest.ts';
import * as credentials from './areas/credentials/manifest.ts';
import * as docs from './areas/docs/manifest.ts';
import * as fields from './areas/fields/manifest.ts';
import * as integrations from './areas/integrations/manifest.ts';
import * as keys from './areas/keys/manifest.ts';
import * as links from './areas/links/manifest.ts';
import * as oauth from './areas/oauth/manifest.ts';
import * as operations from './areas/operations/manifest.ts';
import * as organizations from './areas/organizations/manifest.ts';
import * as pages from './areas/pages/manifest.ts';
import * as pointFiles from './areas/query/point-files/manifest.ts';
import * as queries from './areas/query/results/manifest.ts';
import * as query from './areas/query/run/manifest.ts';
import * as satellite from './areas/satellite/manifest.ts';
import * as tokens from './areas/tokens/manifest.ts';
import * as uploads from './areas/uploads/manifest.ts';
import * as users from './areas/users/manifest.ts';
import * as weather from './areas/weather/manifest.ts';
import * as checkCredentials from './jobs/check-credentials/manifest.ts';
import * as compactLake from './jobs/compact-lake/manifest.ts';
import * as convertBoundaries from './jobs/convert-boundaries/manifest.ts';
import * as deliverWebhooks from './jobs/deliver-webhooks/manifest.ts';
import * as eraseSatelliteField from './jobs/erase-satellite-field/manifest.ts';
import * as eraseUser from './jobs/erase-user/manifest.ts';
import * as followPlanet from './jobs/follow-planet/manifest.ts';
import * as mergeFields from './jobs/merge-fields/manifest.ts';
import * as noteChanges from './jobs/note-changes/manifest.ts';
import * as processMachineFiles from './jobs/process-machine-files/manifest.ts';
import * as processScenes from './jobs/process-scenes/manifest.ts';
import * as relayEvents from './jobs/relay-events/manifest.ts';
import * as runQueries from './jobs/run-queries/manifest.ts';
import * as searchScenes from './jobs/search-scenes/manifest.ts';
import * as sweep from './jobs/sweep/manifest.ts';
import * as syncFields from './jobs/sync-fields/manifest.ts';
import * as writeTables from './jobs/write-tables/manifest.ts';
import type { FollowingJob, Job } from './manifest/job.ts';
import type { FunctionNeeds } from './manifest/needs.ts';
import { withParts } from './manifest/parts.ts';
import { type OwnedPrefix, ownedPrefixes } from './manifest/prefix.ts';
import * as shared from './manifest/shared.ts';
import type { Table } from './manifest/table.ts';

/**
 * Every table. DynamoDB takes one index change per table and update, so a release may add or remove one index of a
 * table, not two; `test/infra/released.test.ts` compares with the last release.
 */
export const tables = {
  ...tokens.tables,
  ...users.tables,
  ...keys.tables,
  ...credentials.tables,
  ...fields.tables,
  ...uploads.tables,
  ...operations.tables,
  ...processMachineFiles.tables,
  ...configurations.tables,
  ...shared.tables,
  ...relayEvents.tables,
  ...query.tables,
  ...weather.tables,
  ...satellite.tables,
  ...alerts.tables,
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** Every prefix of the buckets. */
export const prefixes: readonly OwnedPrefix[] = ownedPrefixes({
  uploads: uploads.prefixes,
  operations: operations.prefixes,
  query: query.prefixes,
  satellite: satellite.prefixes,
  'process-scenes': processScenes.prefixes,
  'write-tables': writeTables.prefixes,
  shared: shared.prefixes,
});

export const tableNames = Object.keys(tables) as TableName[];

/** Every job. The worker's code is `functions/jobs/<job>/index.ts`. */
export const jobs = {
  'convert-boundaries': convertBoundaries.job,
  'process-machine-files': processMachineFiles.job,
  'process-scenes': processScenes.job,
  'search-scenes': searchScenes.job,
  'follow-planet': followPlanet.job,
  'erase-satellite-field': eraseSatelliteField.job,
  'compact-lake': compactLake.job,
  'erase-user': eraseUser.job,
  'check-credentials': checkCredentials.job,
  'merge-fields': mergeFields.job,
  'write-tables': writeTables.job,
  'sync-fields': syncFields.job,
  'run-queries': runQueries.job,
  'deliver-webhooks': deliverWebhooks.job,
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[];

/** A job as its manifest has it, with the members that not every job has. */
export const jobOf = (name: JobName): Job & Partial<FollowingJob<object>> => jobs[name];

/** Jobs whose queues get messages of events. */
export const followers = jobNames.filter((name) => jobOf(name).follows !== undefined);

/** API areas and workers by name. A function that is not listed here cannot be deployed. */
export const functionNeeds: Record<string, FunctionNeeds> = {
  tokens: tokens.needs,
  oauth: oauth.needs,
  users: users.needs,
  organizations: organizations.needs,
  integrations: integrations.needs,
  keys: keys.needs,
  credentials: credentials.needs,
  links: links.needs,
  'one-click': oneClick.needs,
  connections: connections.needs,
  fields: fields.needs,
  configurations: configurations.needs,
  uploads: uploads.needs,
  operations: operations.needs,
  query: query.needs,
  queries: queries.needs,
  'point-files': pointFiles.needs,
  weather: weather.needs,
  satellite: satellite.needs,
  alerts: alerts.needs,
  pages: pages.needs,
  docs: docs.needs,
  'convert-boundaries': convertBoundaries.needs,
  'process-machine-files': processMachineFiles.needs,
  'process-scenes': processScenes.needs,
  'search-scenes': searchScenes.needs,
  'follow-planet': followPlanet.needs,
  'erase-satellite-field': eraseSatelliteField.needs,
  'compact-lake': compactLake.needs,
  'erase-user': withParts(eraseUser.needs, [fields.erasing, uploads.erasing, operations.erasing, writeTables.erasing]),
  'sync-fields': syncFields.needs,
  'check-credentials': checkCredentials.needs,
  'merge-fields': mergeFields.needs,
  'run-queries': runQueries.needs,
  'deliver-webhooks': deliverWebhooks.needs,
  'relay-events': { ...relayEvents.needs, sends: followers },
  sweep: withParts(sweep.needs, [
    fields.sweeping,
    convertBoundaries.sweeping,
    processMachineFiles.sweeping,
    mergeFields.sweeping,
    syncFields.sweeping,
    checkCredentials.sweeping,
    runQueries.sweeping,
    deliverWebhooks.sweeping,
    writeTables.sweeping,
    compactLake.sweeping,
    searchScenes.sweeping,
    followPlanet.sweeping,
    eraseSatelliteField.sweeping,
  ]),
  'note-changes': noteChanges.needs,
  'write-tables': writeTables.needs,
};

/** The needs of a function; one that is missing is an error that says where to add it. */
export function needsOf(name: string): FunctionNeeds {
  const needs = Object.hasOwn(functionNeeds, name) ? functionNeeds[name] : undefined;
  if (needs) return needs;
  throw new Error(
    `functions/manifests.ts does not list the function "${name}". Add a manifest.ts beside its index.ts, with its memory, timeout and tables.`,
  );
}
