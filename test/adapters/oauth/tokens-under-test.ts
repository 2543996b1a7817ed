import { fork } from 'node:child_process';
import { join } from 'node:path';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { credentialKey } from '../../../adapters/aws/dynamodb/credentials/credential-item.ts';
import { credentialMoves } from '../../../adapters/aws/dynamodb/credentials/credential-moves.ts';
import { credentialStore } from '../../../adapters/aws/dynamodb/credentials/credential-store.ts';
import { documentClient, type Item } from '../../../adapters/aws/dynamodb/table.ts';
import { transact } from '../../../adapters/aws/dynamodb/transact.ts';
import { userKey } from '../../../adapters/aws/dynamodb/users/user-exists.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { SealedCredential } from '../../../domain/credentials/credential.ts';
import { sealMembers } from '../../../domain/credentials/seal-members.ts';
import type { Access, AccessAsked } from '../../../domain/credentials/tokens/token-services.ts';
import { type ProviderKey, providerOf } from '../../../domain/providers/providers.ts';
import { startForTests } from '../../local/dynamodb/engine-under-test.ts';
import { definitionOf } from '../aws/dynamodb/table-definition.ts';
import { sealer, tokenServices } from './token-world.ts';

interface Made {
  ownerId: string;
  svcUserId: string;
  id: string;
  refreshToken: string;
}

/** Credentials on an engine of the test file's own, and workers that refresh their tokens. */
export async function tokensUnderTest() {
  const { engine, clock, client } = await startForTests();
  const document = documentClient(client);
  for (const name of ['credentials', 'users', 'events', 'keys'] as const) await engine.ensureTable(definitionOf(name));
  const table = (name: string) => ({ client: document, name });
  const tables = {
    credentials: table('credentials'),
    users: table('users'),
    events: table('events'),
    keys: table('keys'),
  };
  const store = credentialStore({ ...tables, clock, newId });

  /** A user with a credential, which was attached with the refresh token `r-0`. */
  async function attached(provider: ProviderKey = 'JohnDeere', refreshToken = 'r-0', ownerId = newId()) {
    const [svcUserId, id] = [newId(), newId()];
    const Item = { ...userKey(ownerId, svcUserId), revision: 1, user: {} };
    await document.send(new PutCommand({ TableName: 'users', Item }));
    const credential = await made(provider, { ownerId, svcUserId, id, refreshToken });
    await store.attach(ownerId, svcUserId, credential);
    const asked: AccessAsked = { user: { ownerId, svcUserId }, provider, credentialId: id };
    return { ownerId, svcUserId, credential, asked };
  }

  async function made(
    provider: ProviderKey,
    { ownerId, svcUserId, id, refreshToken }: Made,
  ): Promise<SealedCredential> {
    const { members } = providerOf(provider).credential;
    const all: Record<string, string> = {
      clientKey: 'app',
      clientId: 'app',
      clientSecret: 'secret-of-app',
      apiKey: 'key-of-app',
      refreshToken,
    };
    const given = Object.fromEntries(Object.entries(all).filter(([name]) => name in members));
    const kept = await sealMembers(given, members, { ownerId, svcUserId, provider }, sealer);
    return { id, provider, status: 'OK', createdTime: timestamp(clock.now()), ...kept };
  }

  async function stored({ ownerId, svcUserId, credential: { provider } }: Awaited<ReturnType<typeof attached>>) {
    const credential = await store.get(ownerId, svcUserId, provider);
    const sealed = credential?.sealed.refreshToken;
    const refreshToken =
      sealed && (await sealer.open({ ownerId, svcUserId, provider, member: 'refreshToken' }, sealed));
    return { ...credential, refreshToken };
  }

  const services = (provider: { address: string }) => tokenServices(engine.endpoint, provider.address, clock);

  /** Runs a worker in a process of its own; undefined if it was killed. */
  function inProcess(provider: { address: string }, asked: AccessAsked, dies = ''): Promise<Access | undefined> {
    const program = join(import.meta.dirname, 'refresh-process.ts');
    return new Promise((resolve, reject) => {
      const child = fork(
        program,
        [engine.endpoint, provider.address, JSON.stringify(asked), dies, String(clock.offset())],
        {
          execArgv: ['--import', 'tsx'],
        },
      );
      let answer: Access | undefined;
      child.on('message', (message) => {
        answer = message as Access;
      });
      child.on('exit', () => resolve(answer));
      child.on('error', reject);
    });
  }

  /** Gives the credential of one user to another, as `PATCH /users/{id}` does. */
  async function move(
    from: { ownerId: string; svcUserId: string; credential: SealedCredential },
    to: { svcUserId: string },
  ) {
    const [ownerId, { provider, id }] = [from.ownerId, from.credential];
    const moves = await credentialMoves({ ...tables, sealer, clock, newId })(ownerId, to.svcUserId, [{ provider, id }]);
    const failed = await transact(document, moves.writes);
    if (failed !== undefined) throw new Error(`write ${failed} of the move failed`);
    await moves.finish();
  }

  /** Items in the partition of a user. */
  async function itemsOf({ ownerId, svcUserId }: { ownerId: string; svcUserId: string }): Promise<Item[]> {
    const { pk } = credentialKey(ownerId, svcUserId, 'JohnDeere');
    const values = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
    return (await document.send(new QueryCommand({ TableName: 'credentials', ...values }))).Items ?? [];
  }

  return { clock, tables, store, attached, made, stored, services, inProcess, itemsOf, move };
}
