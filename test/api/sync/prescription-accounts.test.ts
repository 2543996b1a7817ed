import { describe, expect, test } from 'vitest';
import type { CredentialEvent } from '../../../domain/credentials/credential-event.ts';
import { idle } from '../cloud.ts';
import { credentialPath, freshCredential, type ShownCredential } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { consent, controlSandbox, sandboxCredential, useSandboxes } from './sandboxes.ts';
import { freshSlingshotKeys, slingshotCredential } from './slingshot-account.ts';
import { syncPath } from './status.ts';

const owner = await freshOwner();
const sandboxes = useSandboxes();
const statusOf = async (svcUserId: string, key: 'Trimble' | 'RavenSlingshot') => {
  await idle();
  return (await owner.get<ShownCredential>(credentialPath(svcUserId, key))).body.status;
};
const eventsOf = async (svcUserId: string, key: 'Trimble' | 'RavenSlingshot') =>
  (await owner.get<CredentialEvent[]>(`${credentialPath(svcUserId, key)}/events`)).body;

describe('a credential of Trimble', () => {
  test('is asked about at the provider, and its new refresh token stored', async () => {
    const { id } = await freshUser(owner);
    await sandboxCredential(owner, id, 'Trimble');
    expect(await statusOf(id, 'Trimble')).toBe('OK');
  });

  test('without the scope of the application says so', async () => {
    const { id } = await freshUser(owner);
    const { clientId, clientSecret } = sandboxes.Trimble;
    const refreshToken = await consent('Trimble', 'withhold');
    await freshCredential(owner, id, 'Trimble', { clientId, clientSecret, refreshToken });
    expect(await statusOf(id, 'Trimble')).toBe('MISSING_PERMISSION');
  });

  test('whose refresh token the provider does not take says so', async () => {
    const { id } = await freshUser(owner);
    const { clientId, clientSecret } = sandboxes.Trimble;
    await freshCredential(owner, id, 'Trimble', { clientId, clientSecret, refreshToken: 'unknown' });
    expect(await statusOf(id, 'Trimble')).toBe('UNAUTHENTICATED');
  });
});

describe('a credential of Slingshot', () => {
  test('is asked about with a signature', async () => {
    const { id } = await freshUser(owner);
    await slingshotCredential(owner, id, await freshSlingshotKeys());
    expect(await statusOf(id, 'RavenSlingshot')).toBe('OK');
  });

  test('with another secret is refused, and its log has the words of the provider without keys', async () => {
    const { id } = await freshUser(owner);
    const keys = await freshSlingshotKeys();
    await slingshotCredential(owner, id, { ...keys, sharedSecret: Buffer.from('another').toString('base64') });
    expect(await statusOf(id, 'RavenSlingshot')).toBe('UNAUTHENTICATED');
    const events = await eventsOf(id, 'RavenSlingshot');
    expect(events).toMatchObject([{ statusCode: 401, body: expect.stringContaining('Invalid Signature') }]);
    expect(JSON.stringify(events)).not.toContain(keys.apiKey);
  });

  test('that was revoked is refused', async () => {
    const { id } = await freshUser(owner);
    const keys = await freshSlingshotKeys();
    await controlSandbox('RavenSlingshot', 'PUT', `/world/accessKeys/${keys.accessKey}`, { isActive: false });
    await slingshotCredential(owner, id, keys);
    expect(await statusOf(id, 'RavenSlingshot')).toBe('UNAUTHENTICATED');
  });
});

test('accounts that only take prescriptions are followed by no rounds', async () => {
  const { id } = await freshUser(owner);
  await sandboxCredential(owner, id, 'Trimble');
  await slingshotCredential(owner, id, await freshSlingshotKeys());
  await idle();
  await owner.post(`/services/fields/api/users/${id}/fields/sync`);
  await idle();
  const { body } = await owner.get<{ providers: object[] }>(syncPath(id));
  expect(body.providers).toMatchObject([
    { provider: 'RavenSlingshot', state: 'NOT_CONNECTED', implemented: ['prescriptions'] },
    { provider: 'Trimble', state: 'NOT_CONNECTED', implemented: ['prescriptions'] },
  ]);
  expect(body.providers.some((one) => 'lastRound' in one)).toBe(false);
  const explained = await owner.get<{ reasons: { code: string }[] }>(`${syncPath(id)}/explain?organizationId=1`);
  expect(explained.body.reasons.map(({ code }) => code)).not.toContain('credentialNotChecked');
});
