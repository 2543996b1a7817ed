/**
 * `npm test` runs the quick tier, `.ci/run` the quick one, the rest and a drawn tenth of the nightly one, `npm run test:nightly` the nightly one, and
 * `npm run test:all` all three.
 */
export type Tier = 'quick' | 'rest' | 'nightly';

/** Folders whose tests are quick, where `tooLong` does not name them; tests elsewhere are not, where `alsoQuick` does not name them. */
export const quickFolders = [
  'test/adapters/',
  'test/docs/',
  'test/domain/',
  'test/formats/',
  'test/functions/',
  'test/house/',
  'test/layers/',
  'test/local/',
  'test/sql/',
  'test/tiers/',
  'test/web/',
];

/** Files and folders of the quick folders that `npm test` leaves out, beside those of the nightly tier. */
export const tooLong: readonly string[] = [
  // The shell of CI.
  'test/tiers/ci-run.test.ts',
  // A copy of the project, compiled and started.
  'test/docs/adding-a-provider.test.ts',
  'test/docs/contributing-walks.test.ts',
  // Full disks, crashes and recovery of the embedded cloud's engines, and how much memory they take.
  'test/local/dynamodb/restore.test.ts',
  'test/local/lambda/failure.test.ts',
  'test/local/lambda/recursion.test.ts',
  'test/local/s3/keys.test.ts',
  'test/local/s3/memory.test.ts',
  'test/local/sqs/heap.test.ts',
  'test/local/start/start.test.ts',
  // Every query and every word on both engines.
  'test/local/athena/both-engines.test.ts',
  'test/local/athena/fingerprints.test.ts',
  'test/adapters/geos/reference.test.ts',
  'test/adapters/geos/overlay.test.ts',
  'test/sql/box.test.ts',
  'test/sql/cells.test.ts',
  'test/sql/inside.test.ts',
  // Whole templates and documents.
  'test/functions/areas/docs/openapi.test.ts',
  'test/local/assembly/prepare-assembly.test.ts',
  'test/local/template/plan.test.ts',
  // Tokens that are refreshed while processes die.
  'test/adapters/oauth/tokens.test.ts',
  // Processes that keep foreign files apart, and what attacks them.
  'test/adapters/boundary-files/attacks.test.ts',
  'test/adapters/boundary-files/engine-missing.test.ts',
  'test/adapters/containment/',
  'test/adapters/machine-files/contained-engine.test.ts',
  'test/adapters/query/owner-database.test.ts',
  'test/adapters/query/owner-processes.test.ts',
  'test/adapters/query/ended-database.test.ts',
  'test/adapters/satellite/contained-scenes.test.ts',
  'test/adapters/satellite/planet/contained-planet.test.ts',
  // Damage and peculiarities of formats whose other files are quick.
  'test/adapters/soil/bad-input.test.ts',
  'test/adapters/boundary-files/gml-geometries.test.ts',
  'test/adapters/boundary-files/less-than-stated.test.ts',
  'test/adapters/machine-files/adapt-raster.test.ts',
  'test/adapters/machine-files/damaged-archive.test.ts',
  'test/adapters/machine-files/impossible-numbers.test.ts',
  'test/adapters/machine-files/images.test.ts',
  'test/adapters/machine-files/iso-tasks.test.ts',
  'test/adapters/machine-files/less-than-stated.test.ts',
  'test/adapters/machine-files/stated-units.test.ts',
  'test/adapters/machine-files/unknown-units.test.ts',
  'test/adapters/machine-files/unrecognised-columns.test.ts',
  'test/adapters/satellite/damaged-bands.test.ts',
  'test/adapters/satellite/planet/damaged-files.test.ts',
  'test/adapters/satellite/planet/process-delivery.test.ts',
  // Large tables and results.
  'test/adapters/aws/dynamodb/fields/nearby-fields.test.ts',
  'test/adapters/aws/dynamodb/fields/worked-fields.test.ts',
  'test/adapters/query/large-result.test.ts',
  'test/adapters/query/polygons.test.ts',
  'test/adapters/query/replaced-files.test.ts',
  'test/adapters/query/skipped-row-groups.test.ts',
  'test/adapters/query/spatial-joins.test.ts',
  'test/adapters/query/stored-boxes.test.ts',
  'test/adapters/query/duckdb/zones/known-zones.test.ts',
];

/** The files that walk through each area of the API: they create, read and list, and send bad input and another owner's ids. */
export const walks: Record<string, readonly string[]> = {
  tokens: ['test/api/tokens/token-endpoint.test.ts'],
  oauth: ['test/api/oauth/consent.test.ts'],
  users: ['test/api/users/create-user.test.ts', 'test/api/users/list-users.test.ts'],
  organizations: ['test/api/organizations/organizations.test.ts'],
  integrations: ['test/api/sync/integrations.test.ts', 'test/api/sync/status.test.ts'],
  keys: ['test/api/keys/api-keys.test.ts'],
  credentials: ['test/api/credentials/credentials.test.ts'],
  links: ['test/api/links/links.test.ts'],
  'one-click': ['test/api/connecting/sign-in.test.ts'],
  connections: ['test/api/connecting/connections.test.ts'],
  fields: ['test/api/fields/edit-fields.test.ts', 'test/api/fields/read-fields.test.ts'],
  uploads: ['test/api/uploads/forms.test.ts'],
  operations: ['test/api/machine-files/process-batch.test.ts'],
  configurations: ['test/api/configurations/user-configuration.test.ts'],
  query: ['test/api/query/run-query.test.ts'],
  queries: ['test/api/query/send-query.test.ts'],
  'point-files': ['test/api/point-files/point-files.test.ts'],
  weather: ['test/api/weather/answers.test.ts'],
  satellite: ['test/api/satellite/fields.test.ts'],
  assets: ['test/api/assets/machines.test.ts'],
  layers: ['test/api/assets/send-layer.test.ts'],
  prescriptions: ['test/api/prescriptions/john-deere.test.ts'],
  pushes: ['test/api/sync/pushes.test.ts'],
  soil: ['test/api/soil/soil-walk.test.ts'],
  irrigation: ['test/api/irrigation/irrigation-walk.test.ts'],
  usage: ['test/api/usage/contracts.test.ts'],
  alerts: ['test/api/alerts/webhooks.test.ts'],
  pages: ['test/api/guides/served-guides.test.ts'],
  docs: ['test/api/guides/served-guides.test.ts'],
};

/** Files outside of the quick folders that `npm test` runs, beside the walks. */
export const alsoQuick: string[] = ['test/api/contract/sample.test.ts', 'test/thorough.test.ts'];

/**
 * Files and folders that prove robustness: whatever is killed, damaged, full or very large, and the walks of the guides and of the browser beyond one for
 * each page. They take long and find what seldom breaks, so that they run whole before the last commit of a change that touches their subject.
 */
export const nightly: readonly string[] = [
  // The whole server, its disk and its processes end at any step.
  'test/kills/',
  'test/restore/',
  'test/bin/start.test.ts',
  'test/local/dynamodb/crash.test.ts',
  'test/local/dynamodb/full-disk.test.ts',
  'test/local/dynamodb/random-writes.test.ts',
  'test/local/s3/crash.test.ts',
  'test/local/s3/recovery.test.ts',
  'test/local/sqs/durability.test.ts',
  'test/local/start/full-disk.test.ts',
  'test/local/start/worker-limits.test.ts',
  'test/local/state/marks/kills.test.ts',
  'test/local/state/marks/lost-data.test.ts',
  'test/local/state/storage/',
  'test/adapters/aws/dynamodb/work/',
  'test/adapters/boundary-files/full-disk.test.ts',
  'test/functions/jobs/merge-fields/broken-off.test.ts',
  'test/api/contract/once-everywhere.test.ts',
  'test/api/sync/interruptions/',
  'test/api/irrigation/killed.test.ts',
  'test/api/prescriptions/killed.test.ts',
  // Services elsewhere that are slow, fail or answer in pieces, and messages that come twice, late or never.
  'test/api/alerts/pending.test.ts',
  'test/api/chains.test.ts',
  'test/api/machine-files/redelivery.test.ts',
  'test/api/query/athena-failures.test.ts',
  'test/api/redrive.test.ts',
  'test/api/satellite/upstream-faults.test.ts',
  'test/api/sync/john-deere-file-rounds.test.ts',
  'test/api/uploads/redelivery.test.ts',
  'test/api/weather/slow-upstream.test.ts',
  'test/api/whole-stay.test.ts',
  'test/api/smoke.test.ts',
  // Files and statements that are damaged on purpose, by the hundred.
  'test/api/contract/hostile.test.ts',
  'test/api/machine-files/changed-samples.test.ts',
  'test/api/tokens/lock-out.test.ts',
  'test/api/uploads/hostile-files.test.ts',
  'test/fuzz/hostile-files.test.ts',
  'test/fuzz/machine-files.test.ts',
  'test/api/query/memory-bombs.test.ts',
  'test/sql/fuzz.test.ts',
  // Many owners, large groups and long lists.
  'test/api/fairness.test.ts',
  'test/api/satellite/shares.test.ts',
  'test/api/merging/large-groups.test.ts',
  'test/api/contract/cursors.test.ts',
  'test/api/machine-files/compaction.test.ts',
  'test/api/machine-files/list-lengths.test.ts',
  'test/api/machine-files/many-files.test.ts',
  'test/adapters/aws/dynamodb/fields/list-fields.test.ts',
  'test/adapters/aws/dynamodb/fields/list-limits.test.ts',
  // The same by further ways: other orders, engines, providers and kinds of damage than in the walks.
  'test/adapters/boundary-files/contained-reader.test.ts',
  'test/adapters/prescriptions/impossible-values.test.ts',
  'test/adapters/providers/transport/download.test.ts',
  'test/api/console/zone-numbers.test.ts',
  'test/api/fields/from-points.test.ts',
  'test/api/irrigation/failures.test.ts',
  'test/api/irrigation/follow-field-net.test.ts',
  'test/api/irrigation/large-ground.test.ts',
  'test/api/machine-files/attachment.test.ts',
  'test/api/machine-files/damaged-uploads.test.ts',
  'test/api/machine-files/exports.test.ts',
  'test/api/machine-files/file-settings.test.ts',
  'test/api/machine-files/images.test.ts',
  'test/api/machine-files/lists.test.ts',
  'test/api/machine-files/mixed-task-data.test.ts',
  'test/api/machine-files/operation-settings.test.ts',
  'test/api/machine-files/whole-work.test.ts',
  'test/api/merging/deleted-user.test.ts',
  'test/api/query/athena-generations.test.ts',
  'test/api/query/athena-listing.test.ts',
  'test/api/query/simplify.test.ts',
  'test/api/query/units.test.ts',
  'test/api/satellite/cells.test.ts',
  'test/api/satellite/planet.test.ts',
  'test/api/soil/copies.test.ts',
  'test/api/sync/climate-fields.test.ts',
  'test/api/sync/climate-files.test.ts',
  'test/api/sync/doubled-work.test.ts',
  'test/api/sync/file-removals.test.ts',
  'test/api/sync/john-deere-file-parts.test.ts',
  'test/api/sync/parts.test.ts',
  'test/api/sync/removals.test.ts',
  'test/api/sync/two-providers.test.ts',
  'test/api/uploads/bad-files.test.ts',
  'test/api/uploads/formats.test.ts',
  'test/bin/sample-farm.test.ts',
  'test/bin/stop.test.ts',
  'test/corpus/left-out.test.ts',
  'test/local/athena/translate.test.ts',
  // Layers that are built: a GDAL and its binding are compiled once more.
  'test/layers/recipes.test.ts',
  // Guides as they are written, and pages beyond one walk through each.
  'test/api/guides/guides.test.ts',
  'test/api/guides/webhook-snippets.test.ts',
  'test/browser/console/known-ground.test.ts',
  'test/browser/console/painters.test.ts',
  'test/browser/console/screens.test.ts',
  'test/browser/console/season.test.ts',
  'test/browser/console/zones.test.ts',
  'test/browser/cross-origin.test.ts',
  'test/browser/docs-page.test.ts',
  'test/browser/embedding.test.ts',
  'test/browser/landing-harvest.test.ts',
  'test/browser/uploaded-work.test.ts',
];

export function tierOf(path: string): Tier {
  const isIn = (paths: readonly string[]) =>
    paths.some((one) => path === one || (one.endsWith('/') && path.startsWith(one)));
  if (isIn(nightly)) return 'nightly';
  if (isIn(quickFolders)) return isIn(tooLong) ? 'rest' : 'quick';
  return isIn(alsoQuick) || isIn(Object.values(walks).flat()) ? 'quick' : 'rest';
}
