import { bodyExample } from '../../../domain/providers/member-schemas.ts';
import { type AppProvider, appProviders } from '../../../functions/areas/keys/app-key-endpoints.ts';
import type { TestOwner } from '../owner.ts';

export const appKeysPath = '/services/usermanagement/api/app-keys';

/** The path of an app key, in STAGE where the provider distinguishes environments. */
export function appKeyPath({ key, appKey }: AppProvider, appName: string, environment = 'STAGE'): string {
  return `${appKeysPath}/${key}/${encodeURIComponent(appName)}${appKey.hasEnvironment ? `/${environment}` : ''}`;
}

/** Creates an app key; returns its name. */
export async function freshAppKey(
  owner: TestOwner,
  row: AppProvider,
  appName: string = crypto.randomUUID(),
): Promise<string> {
  const { status, body } = await owner.post(appKeyPath(row, appName), bodyExample(row.appKey.members));
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return appName;
}

/** Creates an app key of one name at every provider that has any; returns the name. */
export async function everyAppKey(owner: TestOwner): Promise<string> {
  const appName = crypto.randomUUID();
  await Promise.all(appProviders.map((row) => freshAppKey(owner, row, appName)));
  return appName;
}
