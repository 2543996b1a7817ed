import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { consentProviders } from '../../../functions/areas/connecting/one-click/api.ts';
import { cloud, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { credentialPath, type ShownCredential } from '../credentials/credential.ts';
import { freshOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { freshUser, usersPath } from '../users/user.ts';
import { applicationOf, freshApplication, type Row, signInUrl } from './application.ts';
import { freshBrowser } from './browser.ts';

const owner = await freshOwner();
const asJson = { accept: 'application/json' };
const problemOf = (text: string) => JSON.parse(text) as { status: number; errorKey: string; detail: string };
const [deere] = consentProviders.filter(({ key }) => key === 'JohnDeere') as [Row];

describe('the application', () => {
  const path = (id: string, key: string) => `${usersPath}/${id}/one-click-integration/${key}`;

  test('may be sent with the request, as clients do, and is stored with the credential', async () => {
    for (const row of consentProviders) {
      const { id } = await freshUser(owner);
      const url = await signInUrl(owner, id, row, { ...applicationOf(row), clientEnvironment: 'STAGE' });
      const browser = freshBrowser();
      expect((await browser.go(await browser.consent(url))).status).toBe(200);
      const { body } = await owner.get<ShownCredential>(credentialPath(id, row.key));
      expect(body.appKey).toBeUndefined();
      const kept = Object.entries(row.credential.members).filter(
        ([, { kind, required }]) => required && kind !== 'withheld',
      );
      for (const [name] of kept) expect([row.key, name, typeof body[name]]).toEqual([row.key, name, 'string']);
    }
  });

  test('is the newest app key for PRODUCTION, else for STAGE, and missing without one', async () => {
    const fresh = await freshOwner();
    const { id } = await freshUser(fresh);
    expect(expectProblem(await fresh.post(path(id, 'JohnDeere'), {}), 400, 'appKeyMissing').detail).toContain(
      'JohnDeere',
    );
    expectProblem(await fresh.post(path(id, 'JohnDeere'), { appKey: 'No such' }), 400, 'appKeyMissing');
    await freshApplication(fresh, deere);
    expect((await fresh.post(path(id, 'JohnDeere'), {})).status).toBe(200);
    expectProblem(await fresh.post(path(id, 'JohnDeere'), { clientEnvironment: 'PRODUCTION' }), 400, 'appKeyMissing');
  });

  test('is complete, and not sent beside an app key', async () => {
    const { id } = await freshUser(owner);
    const half = expectProblem(await owner.post(path(id, 'JohnDeere'), { clientKey: 'app' }), 400);
    expect(half.fieldErrors?.map(({ field }) => field)).toEqual(['clientSecret']);
    const blank = await owner.post(path(id, 'JohnDeere'), { ...applicationOf(deere), clientSecret: ' ' });
    expect(expectProblem(blank, 400).fieldErrors).toEqual([{ field: 'clientSecret', message: 'must not be blank' }]);
    const both = { ...applicationOf(deere), appKey: 'My app' };
    const twice = expectProblem(await owner.post(path(id, 'JohnDeere'), both), 400);
    expect(twice.fieldErrors?.map(({ field }) => field)).toEqual(['appKey']);
  });

  test('that is deleted meanwhile connects nothing', async () => {
    const { id } = await freshUser(owner);
    const application = await freshApplication(owner, deere);
    const browser = freshBrowser();
    const back = await browser.consent(await signInUrl(owner, id, deere, application));
    await owner.call('DELETE', `/services/usermanagement/api/app-keys/JohnDeere/${application.appKey}/STAGE`);
    const answer = await browser.go(back, asJson);
    expect([answer.status, problemOf(answer.text).errorKey]).toEqual([400, 'appKeyMissing']);
  });

  test('cannot connect another owner’s user', async () => {
    const { id } = await freshUser(owner);
    expectProblem(await (await freshOwner()).post(path(id, 'JohnDeere'), {}), 404, 'userNotFound');
  });
});

test('no ticket, state, cookie, verifier or secret is stored or logged in clear', async () => {
  const row = consentProviders.find(({ key }) => key === 'Lindsay') as Row;
  const { id } = await freshUser(owner);
  const application = { ...applicationOf(row), clientSecret: `secret-${crypto.randomUUID()}` };
  const url = await signInUrl(owner, id, row, application);
  const browser = freshBrowser();
  const back = await browser.consent(url);
  const cookies = [...browser.cookies.values()].map(({ value }) => value);
  const state = new URL(back).searchParams.get('state') ?? '';
  await browser.go(back);
  await idle();
  const secrets = [url.split('/').at(-1) ?? '', state, ...cookies, application.clientSecret];
  const items = await Promise.all(
    (['requests', 'credentials', 'events'] as const).map((name) => itemsNaming(table(name), '')),
  );
  const written = JSON.stringify(items) + readFileSync(cloud.logFile, 'utf8');
  expect(secrets.filter((secret) => secret.length < 20 || written.includes(secret))).toEqual([]);
});
