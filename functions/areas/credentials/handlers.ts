import { microTimestamp } from '../../../domain/clock.ts';
import { type SealedCredential, showCredential } from '../../../domain/credentials/credential.ts';
import { namedAppKey } from '../../../domain/credentials/credential-body.ts';
import { sealMembers } from '../../../domain/credentials/seal-members.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Provider } from '../../../domain/providers/provider.ts';
import { type ProviderKey, providers } from '../../../domain/providers/providers.ts';
import type { Handler, Handlers } from '../../http/exchange.ts';
import { credentialsApi } from './api.ts';
import type { CredentialsServices } from './services.ts';

type Endpoints = typeof credentialsApi.endpoints;
type HandlerOf<Name extends keyof Endpoints> = Handler<Endpoints[Name], CredentialsServices>;
type Row = Provider<ProviderKey>;

function getCredential(row: Row): HandlerOf<'getJohnDeereCredentials'> {
  return async ({ params: { svcUserId }, owner }, { credentials, addresses }) => {
    const credential = await credentials.get(owner.id, svcUserId, row.key);
    if (!credential) throw noCredential(row, svcUserId);
    return { status: 200, body: showCredential(credential, addresses) };
  };
}

function createCredential(row: Row): HandlerOf<'createJohnDeereCredentials'> {
  return ({ params: { svcUserId }, body, owner, once }, services) =>
    once<ReturnType<typeof showCredential>>(
      async (commit) => {
        const credential = await newCredential(row, { ownerId: owner.id, svcUserId, body }, services);
        const shown = showCredential(credential, services.addresses);
        await services.credentials.attach(owner.id, svcUserId, credential, await commit(shown));
        return shown;
      },
      (body) => ({
        status: 201,
        location: `${credentialsApi.base}/users/${svcUserId}/${row.credentialPath}`,
        body,
      }),
    );
}

/** The credential that a body describes, with its secrets sealed. */
async function newCredential(
  row: Row,
  { ownerId, svcUserId, body }: { ownerId: string; svcUserId: string; body: Parameters<typeof namedAppKey>[1] },
  { sealer, newId, clock }: CredentialsServices,
): Promise<SealedCredential> {
  const scope = { ownerId, svcUserId, provider: row.key };
  const appKey = namedAppKey(row, body);
  const sent = appKey ? { clientEnvironment: appKey.clientEnvironment, ...body } : body;
  const members = await sealMembers(sent as Record<string, string>, row.credential.members, scope, sealer);
  const createdTime = microTimestamp(clock.now());
  const named = appKey && { appName: appKey.appName, clientEnvironment: appKey.clientEnvironment };
  return {
    ...{ id: newId(), provider: row.key, status: 'OK', createdTime },
    ...(named && { appKey: named }),
    ...members,
  };
}

function deleteCredential(row: Row): HandlerOf<'deleteJohnDeereCredentials'> {
  return async ({ params: { svcUserId }, owner }, { credentials }) => {
    if (!(await credentials.remove(owner.id, svcUserId, row.key))) throw noCredential(row, svcUserId);
    return { status: 204 };
  };
}

function listEvents(row: Row): HandlerOf<'listJohnDeereCredentialEvents'> {
  return async ({ params: { svcUserId }, asked, owner }, { credentials }) => {
    const credential = await credentials.get(owner.id, svcUserId, row.key);
    if (!credential) throw noCredential(row, svcUserId);
    const page = await credentials.events(owner.id, svcUserId, credential, asked);
    return { status: 200, page, body: page.items };
  };
}

function noCredential({ displayName }: Row, svcUserId: string): Problem {
  const detail = `The user ${svcUserId} has no ${displayName} credential. Attach one first.`;
  return new Problem('notFound', detail, { errorKey: 'credentialNotFound' });
}

/** The four handlers of every provider. */
export const credentialHandlers = Object.fromEntries(
  providers.flatMap((row) => [
    [`get${row.key}Credentials`, getCredential(row)],
    [`create${row.key}Credentials`, createCredential(row)],
    [`delete${row.key}Credentials`, deleteCredential(row)],
    [`list${row.key}CredentialEvents`, listEvents(row)],
  ]),
) as unknown as Handlers<Endpoints, CredentialsServices>;
