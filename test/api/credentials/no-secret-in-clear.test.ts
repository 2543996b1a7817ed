import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSealed } from '../../../domain/providers/member-schemas.ts';
import { type ProviderKey, providerOf, providers } from '../../../domain/providers/providers.ts';
import { tableNames } from '../../../functions/manifests.ts';
import { cloud, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { itemsNaming } from '../stored.ts';
import { connect, freshProvider } from '../sync/connected-user.ts';
import { freshUser } from '../users/user.ts';
import { credentialBody, credentialPath, type ShownCredential } from './credential.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const secrets: string[] = [];

/** A unique secret. */
function freshSecret(name: string): string {
  const secret = `${name}-${crypto.randomUUID()}`;
  secrets.push(secret);
  return secret;
}

/** A body whose secrets are all new, with the given client. */
function seeded(key: ProviderKey, client: string): Record<string, string> {
  const { members } = providerOf(key).credential;
  return Object.fromEntries(
    Object.entries(credentialBody(key)).map(([name, value]) => {
      const member = members[name];
      if (member && isSealed(member)) return [name, freshSecret(name)];
      return [name, member?.kind === 'text' ? client : value];
    }),
  );
}

/** Files that the cloud has written since a time: its tables, buckets, queues and logs. Older ones belong to other tests. */
function* filesBelow(folder: string, since: number): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) yield* filesBelow(path, since);
    else if (found?.isFile() && found.mtimeMs >= since) yield path;
  }
}

test('no table, bucket, queue, log, event or answer has a secret in clear', { timeout: 240_000 }, async () => {
  const begun = Date.now();
  const client = `client-${crypto.randomUUID()}`;
  const answers: unknown[] = [];
  for (const { key } of providers) {
    const { id } = await freshUser(owner);
    await connect(owner, id, key, provider.endpoint);
    const path = credentialPath(id, key);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = async (json: object) => answers.push((await owner.post(path, json, { headers })).body);
    const body = seeded(key, client);
    const [granted = ''] = Object.keys(body).flatMap((name) =>
      body[name] && secrets.includes(body[name]) ? [body[name]] : [],
    );
    if (key !== 'CNHI') provider.grant(granted, { account: id, obtained: { accessToken: freshSecret('accessToken') } });
    // Refused: an unknown member, a truncated document, another type, a form; then accepted, repeated, and already there.
    await send({ ...seeded(key, client), nonsense: freshSecret('nonsense') });
    const half = JSON.stringify(seeded(key, client)).slice(0, -1);
    const malformed = await owner.call('POST', path, { body: half, headers: { 'content-type': 'application/json' } });
    answers.push(expectProblem(malformed, 400, 'malformedJson'));
    answers.push((await owner.call('POST', path, { body: half, headers: { 'content-type': 'text/plain' } })).body);
    answers.push(
      (await owner.post(`${path}?clientSecret=${freshSecret('query')}`, seeded(key, client).nothing ?? {})).body,
    );
    await send(body);
    await send(body);
    await send(seeded(key, client));
    answers.push((await owner.get(`${path}/events?clientSecret=${freshSecret('query')}`)).body);
    await idle();
    answers.push((await owner.get<ShownCredential>(path)).body, (await owner.get(`${path}/events`)).body);
  }
  expect(provider.asked.filter((path) => path === '/sign-in').length).toBeGreaterThanOrEqual(providers.length);
  expect(JSON.stringify(answers)).toContain('UNAUTHENTICATED');

  const written = [...filesBelow(cloud.dataDir, begun), cloud.logFile].map((path) => readFileSync(path, 'latin1'));
  const items = (await Promise.all(tableNames.map((name) => itemsNaming(table(name), '')))).flat();
  const texts = [...written, JSON.stringify(items), JSON.stringify(answers)];
  // A member that is not secret is found, which shows that the search looks in the right places.
  expect(written.some((text) => text.includes(client))).toBe(true);
  expect(JSON.stringify(items)).toContain(client);
  const found = secrets.filter((secret) => {
    const forms = [secret, Buffer.from(secret).toString('base64').slice(0, -3), encodeURIComponent(secret)];
    return texts.some((text) => forms.some((form) => text.includes(form)));
  });
  expect([found, secrets.length > 100]).toEqual([[], true]);
});
