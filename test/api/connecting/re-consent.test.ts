import { describe, expect, test } from 'vitest';
import type { Field } from '../../../domain/fields/field.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { consentProviders } from '../../../functions/areas/connecting/one-click/api.ts';
import type { AppProvider } from '../../../functions/areas/keys/app-key-endpoints.ts';
import { idle } from '../cloud.ts';
import { credentialPath, noteEvents, type ShownCredential } from '../credentials/credential.ts';
import { appKeyPath } from '../keys/app-key.ts';
import { eventsOf } from '../machine-files/stored-records.ts';
import { freshOwner } from '../owner.ts';
import { connect, freshProvider, squareAt } from '../sync/connected-user.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { type Row, signInUrl } from './application.ts';
import { freshBrowser } from './browser.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const [deere] = consentProviders.filter(({ key }) => key === 'JohnDeere') as [Row & AppProvider];

type Shown = ShownCredential & { tokenMetadata?: { scopes: string[] } };

/** A user, connected to the scripted provider, which grants what the application asks for. */
async function freshGrower() {
  const { id: svcUserId } = await freshUser(owner);
  await connect(owner, svcUserId, 'JohnDeere', provider.endpoint);
  const shown = async () => (await owner.get<Shown>(credentialPath(svcUserId, 'JohnDeere'))).body;
  /** Consents to an application of its own, with which the provider shows an account and reports scopes. */
  const consent = async (scopes: string[], account: string): Promise<Shown> => {
    const [appKey, clientSecret] = [crypto.randomUUID(), `secret-${crypto.randomUUID()}`];
    provider.grant(clientSecret, { account, scopes });
    await owner.post(appKeyPath(deere, appKey), { clientKey: 'app', clientSecret });
    const url = await signInUrl(owner, svcUserId, deere, { appKey, clientEnvironment: 'STAGE' });
    const browser = freshBrowser();
    expect((await browser.go(await browser.consent(url))).status).toBe(200);
    await idle();
    return shown();
  };
  return { svcUserId, shown, consent };
}

describe('a new consent', () => {
  test('widens a healthy credential: new tokens and scopes, under the id that it has', async () => {
    const grower = await freshGrower();
    const narrow = await grower.consent(['FIELDS:READ'], grower.svcUserId);
    expect(narrow).toMatchObject({ status: 'OK', tokenMetadata: { scopes: ['FIELDS:READ'] } });
    await noteEvents(owner, grower.svcUserId, 'JohnDeere', 1);
    const wide = await grower.consent(['FIELDS:READ', 'FIELDS:WRITE'], grower.svcUserId);
    expect(wide).toMatchObject({
      ...{ id: narrow.id, createdTime: narrow.createdTime, status: 'OK' },
      tokenMetadata: { scopes: ['FIELDS:READ', 'FIELDS:WRITE'] },
    });
    expect(wide.appKey).not.toBe(narrow.appKey);
    expect(wide.refreshToken).not.toBe(narrow.refreshToken);
    const { body: user } = await owner.get<ServiceUser>(`${usersPath}/${grower.svcUserId}`);
    expect(user.johnDeereCredentials).toMatchObject({ id: narrow.id, status: 'OK' });
    const events = await owner.get<object[]>(`${credentialPath(grower.svcUserId, 'JohnDeere')}/events`);
    expect(events.body.length).toBeGreaterThan(1);
    const connections = (await eventsOf(grower.svcUserId)).filter(({ type }) => type.startsWith('credentials'));
    expect(connections.map(({ type, credentialId }) => [type, credentialId])).toEqual([
      ['credentialsConnected', narrow.id],
      ['credentialsConnected', narrow.id],
    ]);
  });

  test('mends a credential that the provider no longer accepts, under the id that it has', async () => {
    const grower = await freshGrower();
    const before = await grower.consent(['FIELDS:READ'], grower.svcUserId);
    const path = appKeyPath(deere, before.appKey ?? '');
    await owner.call('PUT', path, { json: { clientKey: 'app', clientSecret: 'a secret that is wrong' } });
    await idle();
    expect((await grower.shown()).status).toBe('UNAUTHENTICATED');
    const after = await grower.consent(['FIELDS:READ'], grower.svcUserId);
    expect([after.id, after.createdTime, after.status]).toEqual([before.id, before.createdTime, 'OK']);
  });

  test('has everything read from the beginning, since more may be visible now', async () => {
    const grower = await freshGrower();
    await owner.post(`/services/config/api/configs/${grower.svcUserId}`, {
      fieldsAutoSync: true,
      customDataSync: false,
    });
    const put = (account: string, name: string, longitude: number) => {
      provider.account(account).putField(name, { name });
      provider.account(account).putBoundary(name, { id: `b-${name}`, active: true, geometry: squareAt(longitude) });
    };
    const [narrow, wide] = [`${grower.svcUserId}-narrow`, `${grower.svcUserId}-wide`];
    put(wide, 'hidden', 11);
    put(narrow, 'shown', 10);
    put(narrow, 'shown too', 12);
    const names = async () => {
      const { body } = await owner.get<Field[]>(`/services/fields/api/fields?svcUserId=${grower.svcUserId}`);
      return body.map(({ name }) => name).sort();
    };
    await grower.consent(['FIELDS:READ'], narrow);
    expect(await names()).toEqual(['shown', 'shown too']);
    await grower.consent(['FIELDS:READ', 'FIELDS:WRITE'], wide);
    expect(await names()).toContain('hidden');
  });
});
