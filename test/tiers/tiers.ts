/** `npm test` runs the quick tier, `npm run test:all` both. */
export type Tier = 'quick' | 'rest';

/** Folders whose tests are quick, where `tooLong` does not name them; tests elsewhere are not, where `alsoQuick` does not name them. */
export const quickFolders = [
  'test/adapters/',
  'test/docs/',
  'test/domain/',
  'test/functions/',
  'test/house/',
  'test/layers/',
  'test/local/',
  'test/sql/',
  'test/tiers/',
  'test/web/',
];

/** Files and folders of the quick folders that `npm test` leaves out. */
export const tooLong: string[] = [];

/** The files that walk through each area of the API: they create, read and list, and send bad input and another owner's ids. */
export const walks: Record<string, readonly string[]> = {
  tokens: ['test/api/tokens/token-endpoint.test.ts'],
  oauth: ['test/api/oauth/consent.test.ts'],
  users: ['test/api/users/create-user.test.ts', 'test/api/users/list-users.test.ts'],
  organizations: ['test/api/organizations/organizations.test.ts'],
  integrations: ['test/api/sync/integrations.test.ts'],
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
  alerts: ['test/api/alerts/webhooks.test.ts'],
  pages: ['test/api/guides/served-guides.test.ts'],
  docs: ['test/api/guides/served-guides.test.ts'],
};

/** Files outside of the quick folders that `npm test` runs, beside the walks. */
export const alsoQuick: string[] = ['test/api/contract/sample.test.ts', 'test/thorough.test.ts'];

export function tierOf(path: string): Tier {
  const isIn = (paths: readonly string[]) =>
    paths.some((one) => path === one || (one.endsWith('/') && path.startsWith(one)));
  if (isIn(quickFolders)) return isIn(tooLong) ? 'rest' : 'quick';
  return isIn(alsoQuick) || isIn(Object.values(walks).flat()) ? 'quick' : 'rest';
}
