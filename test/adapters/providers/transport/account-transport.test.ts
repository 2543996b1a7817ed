import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { gateStore } from '../../../../adapters/aws/dynamodb/transport/gate-store.ts';
import { accountTransport } from '../../../../adapters/providers/transport/account-transport.ts';
import { jsonOf } from '../../../../adapters/providers/transport/expects.ts';
import { httpWire } from '../../../../adapters/providers/transport/http-wire.ts';
import { pacing } from '../../../../adapters/providers/transport/pace.ts';
import { random } from '../../../../adapters/system.ts';
import { linkOf, nextLink } from '../../../../domain/transport/links.ts';
import type { Outcome } from '../../../../domain/transport/outcome.ts';
import { type ListPage, pagesOf } from '../../../../domain/transport/pages.ts';
import { startTokenProvider } from '../../oauth/token-provider.ts';
import { tokensUnderTest } from '../../oauth/tokens-under-test.ts';
import { json, startProvider } from './provider-server.ts';

const { clock, tables, store, attached, services } = await tokensUnderTest();
const page = z.object({ values: z.array(z.string()), links: z.array(z.object({ rel: z.string(), uri: z.string() })) });

/** The transport of a user's account, at servers of the test. */
function accountOf(
  user: Awaited<ReturnType<typeof attached>>,
  { api, tokenProvider }: { api: { address: string }; tokenProvider: Awaited<ReturnType<typeof startTokenProvider>> },
  beside?: Record<string, string>,
) {
  const given = { PRODUCTION: { api: api.address, token: `${tokenProvider.address}/token` } };
  return accountTransport(
    { ...user.asked, environment: 'PRODUCTION', client: 'app', ...(beside && { beside }) },
    {
      wire: httpWire('public and loopback'),
      addresses: { JohnDeere: given },
      tokens: services(tokenProvider),
      paces: pacing({
        store: gateStore(tables.credentials, clock, random),
        clock,
        wait: (milliseconds) => setTimeout(milliseconds),
      }),
    },
  );
}

/** The log of a user's credential. */
async function logOf(user: Awaited<ReturnType<typeof attached>>) {
  const asked = { page: 0, size: 20, sort: [] } as never;
  return (await store.events(user.ownerId, user.svcUserId, user.credential, asked)).items;
}

test('a list is read to its end although its token is refused in the middle, and the log has the refusal without secrets', async () => {
  const tokenProvider = await startTokenProvider('used once');
  const stranger = await startProvider((_, response) => json(response, { values: ['stolen'], links: [] }));
  let last = '/done;start=2';
  const api = await startProvider(({ path, headers }, response) => {
    const token = headers.authorization ?? '';
    const links = (uri: string) => [{ rel: 'nextPage', uri }];
    if (path === '/fields') return json(response, { values: ['a'], links: links('/fields;start=1') });
    if (token !== 'Bearer a-2')
      return json(response, { error: `${token} is not good any more`, key: headers['x-api-key'] }, 401);
    if (path === '/fields;start=1') return json(response, { values: ['b'], links: links(last) });
    json(response, { values: ['c'], links: [] });
  });
  const user = await attached();
  const account = accountOf(user, { api, tokenProvider }, { 'x-api-key': 'key-of-the-application' });
  const ask = async (mark = `${api.address}/fields`): Promise<Outcome<ListPage<string[]>>> => {
    const outcome = await account.send({ url: new URL(mark), expects: jsonOf(page) });
    if (outcome.kind !== 'answered') return outcome;
    const next = nextLink(new URL(mark), linkOf(outcome.value.links, 'nextPage'));
    return {
      ...outcome,
      value: { page: outcome.value.values, next: next.kind === 'next' ? next.url.href : undefined },
    };
  };
  const read = async () => {
    const values: string[] = [];
    const pages = pagesOf(ask);
    let one = await pages.next();
    for (; !one.done; one = await pages.next()) values.push(...one.value);
    return { values, end: one.value };
  };

  expect(await read()).toMatchObject({ values: ['a', 'b', 'c'], end: { kind: 'complete', pages: 3 } });
  expect(tokenProvider.state.refreshes).toBe(2);

  last = `${stranger.address}/fields;start=2`;
  expect(await read()).toMatchObject({ values: ['a', 'b'], end: { kind: 'failed', failure: { kind: 'misdirected' } } });
  expect(stranger.asked).toEqual([]);
  last = '/fields;start=1';
  const { values, end } = await read();
  expect([values, end]).toMatchObject([['a', 'b'], { kind: 'loop', pages: 2 }]);
  account.ended(end);

  await account.flush();
  const items = await logOf(user);
  expect(items.at(-1)).toMatchObject({
    statusCode: 0,
    message: expect.stringContaining('leads in a circle: after 2 pages'),
  });
  const refusal = items.find(({ statusCode }) => statusCode === 401);
  expect(refusal?.body).toBe('{"error":"Bearer **** is not good any more","key":"****"}');
  expect(JSON.stringify(items)).not.toMatch(/a-[12]\b|key-of-the-application|r-[012]\b/);
});

test('what cannot be used of an answer is in the log once, in words: a link to another host, malformed values, a cut answer', async () => {
  const tokenProvider = await startTokenProvider('used once');
  const stranger = await startProvider((_, response) => json(response, { values: [], links: [] }));
  const api = await startProvider(({ path }, response) => {
    if (path === '/malformed') return json(response, { values: [1], links: [] });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"values":', () => response.destroy());
  });
  const user = await attached();
  const account = accountOf(user, { api, tokenProvider });
  for (const url of ['/malformed', '/cut', '/malformed', `${stranger.address}/fields`]) {
    const outcome = await account.send({ url: new URL(url, api.address), expects: jsonOf(page) });
    expect(outcome.kind, url).toBe('failed');
  }
  await account.flush();
  const items = await logOf(user);
  const said = items.map(({ message }) => message ?? '');
  expect(said.filter((message) => /malformed values/.test(message))).toHaveLength(1);
  expect(said.filter((message) => /early|broke off|ended/i.test(message))).toHaveLength(1);
  expect(said.filter((message) => /leads to/.test(message))).toHaveLength(1);
  expect(stranger.asked).toEqual([]);
});

test('a deleted credential sends nothing more after half a minute', async () => {
  const tokenProvider = await startTokenProvider('used once');
  const api = await startProvider((_, response) => json(response, { values: [], links: [] }));
  const user = await attached();
  const account = accountOf(user, { api, tokenProvider });
  const send = () => account.send({ url: new URL('/fields', api.address), expects: jsonOf(page) });
  expect(await send()).toMatchObject({ kind: 'answered' });
  await store.remove(user.ownerId, user.svcUserId, 'JohnDeere');
  clock.advance(30_000);
  expect(await send()).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
  expect(api.asked.length).toBe(1);
});
