import { applicationMembers, clientMembers } from '../../../domain/connections/application.ts';
import { bodyExample } from '../../../domain/providers/member-schemas.ts';
import type { Provider } from '../../../domain/providers/provider.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { type AppProvider, appProviders } from '../../../functions/areas/keys/app-key-endpoints.ts';
import { expectProblem } from '../contract/problem.ts';
import { credentialPath } from '../credentials/credential.ts';
import { appKeyPath } from '../keys/app-key.ts';
import type { TestOwner } from '../owner.ts';
import { freshUser, usersPath } from '../users/user.ts';

export type Row = Provider<ProviderKey>;

/** The path of the provider's redirect. */
export const callbackPath = (key: ProviderKey) => `${usersPath}/one-click-integration/${key}/callback`;

/** The members of an application, whose client id begins with the part that the playground is to play. */
export function applicationOf(row: Row, plays = 'app'): Record<string, string> {
  const members = bodyExample(applicationMembers(row)) as Record<string, string>;
  return { ...members, [clientMembers(row).id]: `${plays}-${crypto.randomUUID()}` };
}

/** The body of a request to connect: an app key of the owner's, or the application where there are no app keys. */
export async function freshApplication(owner: TestOwner, row: Row, plays?: string): Promise<Record<string, string>> {
  const members = applicationOf(row, plays);
  if (!appProviders.some(({ key }) => key === row.key)) return { ...members, clientEnvironment: 'STAGE' };
  const appKey = crypto.randomUUID();
  const { status, body } = await owner.post(appKeyPath(row as AppProvider, appKey), members);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { appKey, clientEnvironment: 'STAGE' };
}

/** Starts to connect an account of a user. Returns the sign-in URL. */
export async function signInUrl(owner: TestOwner, svcUserId: string, row: Row, application: object): Promise<string> {
  const path = `${usersPath}/${svcUserId}/one-click-integration/${row.key}`;
  const { status, body } = await owner.post<{ signInUrl: string }>(path, application);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.signInUrl;
}

/** A user, and the URL at which a browser starts to connect its account. */
export async function begun(owner: TestOwner, row: Row, plays?: string): Promise<{ svcUserId: string; url: string }> {
  const { id: svcUserId } = await freshUser(owner);
  return { svcUserId, url: await signInUrl(owner, svcUserId, row, await freshApplication(owner, row, plays)) };
}

/** Expects that the user has no credential of the provider. */
export async function expectNothing(owner: TestOwner, svcUserId: string, row: Row): Promise<void> {
  expectProblem(await owner.get(credentialPath(svcUserId, row.key)), 404, 'credentialNotFound');
}

/** Headers of a caller that reads problems as JSON. */
export const asJson = { accept: 'application/json' };
export const problemOf = (text: string) => JSON.parse(text) as { status: number; errorKey: string; detail: string };
