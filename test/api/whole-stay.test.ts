import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, expect, test, vi } from 'vitest';
import type { CredentialEvent } from '../../domain/credentials/credential-event.ts';
import { isSealed } from '../../domain/providers/member-schemas.ts';
import { type ProviderKey, providerOf, providers } from '../../domain/providers/providers.ts';
import { sampleFieldsZip } from '../../local/demo/sample-fields.ts';
import { harvestCsv, zipOf } from '../adapters/machine-files/harvest-text.ts';
import { type Call, register, secret, startListener, webhooksPath } from './alerts/listener.ts';
import { advance, bucket, cloudClock, idle, sweep } from './cloud.ts';
import { openSession } from './contract/world.ts';
import { credentialBody, credentialPath, freshCredential, type ShownCredential } from './credentials/credential.ts';
import { freshField } from './fields/field.ts';
import { processed } from './machine-files/batch.ts';
import { freshOwner, type TestOwner } from './owner.ts';
import { runQuery } from './query/query.ts';
import { connect, freshProvider, squareAt } from './sync/connected-user.ts';
import { password, signIn } from './tokens/sign-in.ts';
import { converted } from './uploads/upload.ts';
import { messagesNaming, objectsNaming, tracesOf, untilErased } from './users/erasure.ts';
import { freshUser, usersPath } from './users/user.ts';

/** Providers that the interface names; the others are additions. */
const mandatory = providers.map(({ key }) => key).filter((key) => key !== 'CLAAS' && key !== 'Agrimatics');
/** The provider that refuses the credential. */
const refused: ProviderKey = 'Lindsay';

const provider = await freshProvider();
const listener = await startListener();
afterAll(() => listener.close());

/** A client that knows the username and the password of its owner, and nothing else. */
async function signedIn(): Promise<TestOwner> {
  const owner = await freshOwner({ password, slowly: true });
  const { status, body } = await signIn(owner.owner.username, password);
  expect(status).toBe(200);
  const call: TestOwner['call'] = (method, path, sent) => owner.call(method, path, { token: body.id_token, ...sent });
  return {
    ...owner,
    call,
    get: (path, sent) => call('GET', path, sent),
    post: (path, json, sent) => call('POST', path, { json, ...sent }),
  };
}

const accountOf = (svcUserId: string, key: ProviderKey) => `${key}-${svcUserId}`;

/** Attaches a credential that its provider accepts, but for one. */
async function attach(owner: TestOwner, svcUserId: string, key: ProviderKey): Promise<void> {
  const { members } = providerOf(key).credential;
  const body = Object.fromEntries(
    Object.entries(credentialBody(key)).map(([name, value]) => {
      const member = members[name];
      return [name, member && isSealed(member) ? `${name}-${crypto.randomUUID()}` : value];
    }),
  );
  await connect(owner, svcUserId, key, provider.endpoint);
  const [granted] = Object.keys(body).filter((name) => members[name] && isSealed(members[name]));
  if (key !== refused) provider.grant(body[granted ?? ''] ?? '', { account: accountOf(svcUserId, key) });
  await freshCredential(owner, svcUserId, key, body);
}

/** The result of a verifier for a call, at the time of the cloud. */
function verified({ body, headers }: Call): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: cloudClock.now() });
  try {
    return new StandardWebhook(secret).verify(body, headers);
  } finally {
    vi.useRealTimers();
  }
}

/** Moves the clock to the next attempt at a delivery. */
async function later(minutes: number): Promise<void> {
  await advance({ minutes });
  await sweep();
  await idle();
}

test('an application uses every feature for a user, deletes the user, and nothing is left', async () => {
  expect(mandatory).toHaveLength(14);
  const owner = await signedIn();
  const email = `ada-${crypto.randomUUID()}@example.com`;
  const { id } = await freshUser(owner, { email, externalId: `id-of-${crypto.randomUUID()}` });

  // The account at one provider has a field, which arrives with the first sync.
  for (const key of mandatory) provider.account(accountOf(id, key));
  const account = provider.account(accountOf(id, 'JohnDeere'));
  account.putField('p-1', { name: 'Long Acre' });
  account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  for (const key of mandatory) await attach(owner, id, key);
  await idle();
  for (const key of mandatory) {
    const { body } = await owner.get<ShownCredential>(credentialPath(id, key));
    expect([key, body.status]).toEqual([key, key === refused ? 'UNAUTHENTICATED' : 'OK']);
    const events = await owner.get<CredentialEvent[]>(`${credentialPath(id, key)}/events`);
    const statuses = events.body.map(({ statusCode }) => statusCode);
    expect([key, statuses]).toEqual([key, [key === refused ? 401 : 200]]);
  }
  const ofProvider = await owner.get<object[]>(`/services/fields/api/fields?svcUserId=${id}`);
  expect(ofProvider.body).toMatchObject([{ name: 'Long Acre' }]);

  // The user's own data: boundaries, a harvest, and an upload that is never completed.
  await converted(owner, id, 'sample.zip', sampleFieldsZip());
  await openSession(owner, id);
  await processed(owner, id, 'harvest.zip', zipOf({ 'wheat.csv': harvestCsv() }));

  const webhook = await register(owner, { url: listener.url, events: ['fieldCreated'] });
  listener.next({ status: 500 }, { status: 503 });
  const field = await freshField(owner, id, { geometry: squareAt(80) });
  await idle();
  await later(2);
  await later(31);
  const [delivered] = listener.calls.slice(-1) as [Call];
  expect(verified(delivered)).toMatchObject({ type: 'fieldCreated', svcUserId: id, fieldId: field.id });
  await later(60);
  expect(listener.calls).toHaveLength(3);
  expect(new Set(listener.calls.map(({ body }) => body)).size).toBe(1);
  expect((await owner.get(`${webhooksPath}/failed-calls`)).body).toMatchObject({ items: [] });
  const points = `SELECT COUNT(*) AS n FROM points WHERE svcUserId = '${id}'`;
  expect((await runQuery(owner, points)).body[0]?.n).toBeGreaterThan(0);
  expect((await tracesOf(id)).length).toBeGreaterThan(50);

  expect((await owner.call('DELETE', `${usersPath}/${id}`)).status).toBe(204);
  await untilErased();
  expect(await tracesOf(id)).toEqual([`users ${owner.owner.id}#${id} ${id}`]);
  for (const text of [id, email]) {
    expect(await messagesNaming(text)).toEqual([]);
    expect(await objectsNaming(text)).toEqual([]);
  }
  expect(await tracesOf(email)).toEqual([]);
  const { client, name: Bucket } = bucket;
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  expect(Uploads.filter(({ Key }) => Key?.includes(id))).toEqual([]);
  expect((await runQuery(owner, points)).body[0]?.n).toBe(0);
  expect((await owner.get(`${webhooksPath}/${webhook.id}`)).status).toBe(200);
}, 300_000);
