import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../domain/connections/connection.ts';
import type { CredentialEvent } from '../../../domain/credentials/credential-event.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import { advance, control, idle, sweep } from '../cloud.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { connect, freshProvider, squareAt } from '../sync/connected-user.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { credentialPath, freshCredential, type ShownCredential } from './credential.ts';

const owner = await freshOwner();
const provider = await freshProvider();

/** A user whose provider is the scripted one. */
async function freshGrower(): Promise<string> {
  const { id } = await freshUser(owner);
  await connect(owner, id, 'JohnDeere', provider.endpoint);
  return id;
}

async function shown(svcUserId: string): Promise<ShownCredential> {
  await idle();
  return (await owner.get<ShownCredential>(credentialPath(svcUserId, 'JohnDeere'))).body;
}

const credentialEvents = async (svcUserId: string) =>
  (await eventsOf(svcUserId)).filter(({ type }) => type.startsWith('credentials'));

const deadLetters = async () => {
  const { queues } = await control<{ queues: Record<string, { visible: number }> }>('GET', '/queues');
  return Object.entries(queues).find(([name]) => name.endsWith('credential-checks-dead'))?.[1].visible;
};

test('a credential that the provider accepts has its scopes and token, and the first sync starts', async () => {
  const svcUserId = await freshGrower();
  const account = provider.account(svcUserId);
  account.putField('p-1', { name: 'Long Acre' });
  account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  const [refreshToken, accessToken] = [`refresh-${svcUserId}`, `access-of-${svcUserId}`];
  provider.grant(refreshToken, { account: svcUserId, scopes: ['FIELDS:READ'], obtained: { accessToken } });
  await freshCredential(owner, svcUserId, 'JohnDeere', { refreshToken });
  expect(await shown(svcUserId)).toMatchObject({
    status: 'OK',
    tokenMetadata: { scopes: ['FIELDS:READ'] },
    accessToken: `****${svcUserId.slice(-4)}`,
  });
  const events = await owner.get<CredentialEvent[]>(`${credentialPath(svcUserId, 'JohnDeere')}/events`);
  expect(events.body).toMatchObject([
    { statusCode: 200, headers: expect.stringContaining('content-type: application/json') },
  ]);
  expect(JSON.stringify(events.body)).not.toContain(accessToken);
  const fields = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${svcUserId}`);
  expect(fields.body).toMatchObject([
    { name: 'Long Acre', status: 'PREVIEW', providerName: 'JohnDeere', providerId: 2 },
  ]);
  expect(await credentialEvents(svcUserId)).toEqual([]);

  await owner.call('DELETE', credentialPath(svcUserId, 'JohnDeere'));
  await idle();
  const asked = provider.asked.length;
  await owner.post(`/services/fields/api/users/${svcUserId}/fields/sync`);
  await idle();
  expect(provider.asked.length).toBe(asked);
});

describe('a credential whose provider', () => {
  test.each([
    ['refuses it', 401, 'UNAUTHENTICATED', 'credentialsUnauthenticated'],
    ['withholds permissions', 403, 'MISSING_PERMISSION', 'credentialsLimitedPermission'],
  ])('%s says so, on its user too, and once in an event', async (_, status, expected, type) => {
    const svcUserId = await freshGrower();
    provider.failNext({ status, body: '{"error":"no"}' });
    const { id } = await freshCredential(owner, svcUserId, 'JohnDeere', { clientKey: 'client-of-ada' });
    expect(await shown(svcUserId)).toMatchObject({ id, status: expected });
    const user = await owner.get<{ johnDeereCredentials: object }>(`${usersPath}/${svcUserId}`);
    expect(user.body.johnDeereCredentials).toMatchObject({ id, status: expected });
    const events = await owner.get<CredentialEvent[]>(`${credentialPath(svcUserId, 'JohnDeere')}/events`);
    expect(events.body).toMatchObject([{ statusCode: status, body: '{"error":"no"}' }]);
    expect(await credentialEvents(svcUserId)).toEqual([
      {
        ...{ type, svcUserId, credential: 'client-of-ada', provider: 'JohnDeere', credentialId: id },
        ...{ status: expected, message: expect.stringContaining(`(${status})`) },
      },
    ]);
  });

  test('is down is retried, and becomes OK', async () => {
    const svcUserId = await freshGrower();
    const refreshToken = `refresh-${svcUserId}`;
    provider.grant(refreshToken, { account: svcUserId });
    provider.failNext({ status: 503 });
    await freshCredential(owner, svcUserId, 'JohnDeere', { refreshToken });
    expect(await shown(svcUserId)).toMatchObject({ status: 'TEMPORARILY_UNAVAILABLE' });
    await advance({ seconds: 61 });
    expect(await shown(svcUserId)).toMatchObject({ status: 'OK' });
    expect(await credentialEvents(svcUserId)).toEqual([]);
  });

  test('stays down is retried every hour, is no dead letter, and becomes OK when the provider is up again', async () => {
    const svcUserId = await freshGrower();
    const refreshToken = `refresh-${svcUserId}`;
    provider.grant(refreshToken, { account: svcUserId });
    const before = await deadLetters();
    // Every minute for twenty minutes, and once an hour later.
    provider.failNext(...Array.from({ length: 21 }, () => ({ status: 500 })));
    await freshCredential(owner, svcUserId, 'JohnDeere', { refreshToken });
    for (let attempt = 0; attempt < 21; attempt += 1) {
      await idle();
      await advance({ seconds: 61 });
    }
    const asked = () => provider.asked.filter((path) => path === '/sign-in').length;
    const later = async () => {
      const already = asked();
      await advance({ minutes: 66 });
      await sweep();
      await idle();
      return asked() - already;
    };
    expect(await shown(svcUserId)).toMatchObject({ status: 'TEMPORARILY_UNAVAILABLE' });
    expect(await later()).toBe(1);
    expect(await shown(svcUserId)).toMatchObject({ status: 'TEMPORARILY_UNAVAILABLE' });
    expect(await later()).toBe(1);
    expect(await shown(svcUserId)).toMatchObject({ status: 'OK' });
    expect(await later()).toBe(0);
    expect(await deadLetters()).toBe(before);
  });

  // No provider has a URL here.
  test.each(['Stara', 'CNHI', 'Valley', 'AgLeader', 'JohnDeere', 'ClimateFieldView', 'Trimble'] as const)(
    'is called by nobody is OK by the contract, and all who ask hear that nothing will arrive: %s',
    async (key) => {
      const { id: svcUserId } = await freshUser(owner);
      const { displayName } = providerOf(key);
      const says = expect.stringMatching(`(does not call|no URL of) ${displayName}.*nothing will arrive`);
      expect(await freshCredential(owner, svcUserId, key)).toMatchObject({ status: 'OK', message: says });
      await idle();
      expect((await owner.get(credentialPath(svcUserId, key))).body).toMatchObject({ status: 'OK', message: says });
      const events = await owner.get<CredentialEvent[]>(`${credentialPath(svcUserId, key)}/events`);
      expect(events.body).toMatchObject([{ statusCode: 0, message: says }]);
      const path = `/services/integrations/api/users/${svcUserId}/sync`;
      const reasons = [{ code: 'notCalled', provider: key, message: says }];
      expect((await owner.get(path)).body).toMatchObject({ providers: [{ provider: key, message: says, reasons }] });
      expect((await owner.get(`${path}/explain`)).body).toEqual({ isThere: false, reasons, waiting: [] });
      const connections = await owner.get<Connection[]>(`/services/widgets/api/users/${svcUserId}/connections`);
      const shownAs = connections.body.find(({ provider: one }) => one === key);
      if (shownAs) expect(shownAs).toMatchObject({ isCalled: false, connected: { status: 'OK' } });
    },
  );

  test('is called by nobody is called within a day once the operator has given a URL', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const refreshToken = `refresh-${svcUserId}`;
    await freshCredential(owner, svcUserId, 'JohnDeere', { refreshToken });
    expect(await shown(svcUserId)).not.toHaveProperty('tokenMetadata');
    // The scripted provider stands for the one whose URL was given.
    provider.grant(refreshToken, { account: svcUserId, scopes: ['FIELDS:READ'] });
    await connect(owner, svcUserId, 'JohnDeere', provider.endpoint);
    await advance({ minutes: 24 * 60 + 6 });
    await sweep();
    expect(await shown(svcUserId)).toMatchObject({ status: 'OK', tokenMetadata: { scopes: ['FIELDS:READ'] } });
  });
});
