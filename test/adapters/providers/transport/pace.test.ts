import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { documentClient } from '../../../../adapters/aws/dynamodb/table.ts';
import { gateStore } from '../../../../adapters/aws/dynamodb/transport/gate-store.ts';
import { adapterOf } from '../../../../adapters/providers/adapters.ts';
import { jsonOf } from '../../../../adapters/providers/transport/expects.ts';
import { httpWire } from '../../../../adapters/providers/transport/http-wire.ts';
import { pacing } from '../../../../adapters/providers/transport/pace.ts';
import { providerTransport } from '../../../../adapters/providers/transport/send.ts';
import { random } from '../../../../adapters/system.ts';
import { type Gate, gatesOf } from '../../../../domain/transport/gates.ts';
import { startForTests } from '../../../local/dynamodb/engine-under-test.ts';
import { definitionOf } from '../../aws/dynamodb/table-definition.ts';
import { json, startProvider } from './provider-server.ts';

const { engine, clock, client } = await startForTests();
await engine.ensureTable(definitionOf('credentials'));
let [reads, writes] = [0, 0];
client.middlewareStack.add(
  (next, { commandName }) =>
    (args) => {
      if (commandName === 'GetItemCommand') reads += 1;
      if (commandName === 'PutItemCommand') writes += 1;
      return next(args);
    },
  { step: 'initialize' },
);
const store = gateStore({ client: documentClient(client), name: 'credentials' }, clock, random);
const wire = httpWire('public and loopback');
const schema = z.object({});

/** An instance of a function, which shares nothing with others but the table. */
function instance(address: string) {
  const paces = pacing({ store, clock, wait: (milliseconds) => setTimeout(milliseconds) });
  return (ownerId: string, gates: readonly Gate[]) => {
    const pace = paces.of({ name: 'Acme', ownerId, gates });
    const transport = providerTransport({ wire, hosts: { name: 'Acme', origins: new Set([address]) }, clock, pace });
    return () => transport.send({ url: new URL('/', address), expects: jsonOf(schema) });
  };
}

let named = 0;
const gate = (kind: Gate['kind'], calls: number, seconds: number): Gate => {
  named += 1;
  return { name: `${kind}-${named}`, kind, rate: { calls, seconds } };
};

test('instances together ask no more often than a gate allows, for a part of a write each', async () => {
  const times: number[] = [];
  const { address } = await startProvider((_, response) => {
    times.push(Date.now());
    json(response, {});
  });
  const gates = [gate('provider', 60, 1)];
  [reads, writes] = [0, 0];
  const all = Array.from({ length: 4 }, () => instance(address)('o', gates)).flatMap((send) =>
    Array.from({ length: 40 }, send),
  );
  const outcomes = await Promise.all(all);
  expect(outcomes.every(({ kind }) => kind === 'answered')).toBe(true);
  times.sort((a, b) => a - b);
  // The way from a permit to the server takes a moment, and not always the same one.
  const slack = 100;
  times.forEach((at, index) => {
    const later = times[index + 60];
    if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(1_000 - slack);
  });
  console.log(`160 calls: ${reads} reads and ${writes} writes of gates`);
  expect(writes).toBeLessThan(160);
});

test('a gate that is far behind answers when to come again, and nothing is sent', async () => {
  const { address, asked } = await startProvider((_, response) => json(response, {}));
  const send = instance(address)('o', [gate('credential', 1, 900)]);
  expect(await send()).toMatchObject({ kind: 'answered' });
  const later = await send();
  expect(later).toMatchObject({ kind: 'failed', failure: { kind: 'held', retryAfterSeconds: expect.any(Number) } });
  expect(later.kind === 'failed' && later.failure.retryAfterSeconds).toBeGreaterThan(5);
  expect(asked.length).toBe(1);
});

test('429 closes the gate of the account for all instances, as long as it says, and leaves others alone', async () => {
  let busy = true;
  const { address, asked } = await startProvider((_, response) =>
    busy ? json(response, {}, 429, { 'retry-after': '120' }) : json(response, {}),
  );
  const shared = gate('provider', 100, 1);
  const [own, other] = [
    [gate('credential', 100, 1), shared],
    [gate('credential', 100, 1), shared],
  ];
  expect(await instance(address)('a', own)()).toMatchObject({ failure: { kind: 'rateLimited' } });
  expect(await instance(address)('a', own)()).toMatchObject({ failure: { kind: 'held', retryAfterSeconds: 120 } });
  busy = false;
  expect(await instance(address)('b', other)()).toMatchObject({ kind: 'answered' });
  expect(asked.length).toBe(2);
  clock.advance(120_000);
  expect(await instance(address)('a', own)()).toMatchObject({ kind: 'answered' });
});

test('five failures open the circuit of the account for all instances, one request tries, and success closes it', async () => {
  let down = true;
  const { address, asked } = await startProvider((_, response) => json(response, {}, down ? 503 : 200));
  const shared = gate('provider', 1_000, 1);
  const own = [gate('credential', 1_000, 1), shared];
  const sends = [instance(address)('a', own), instance(address)('a', own)];
  for (let call = 0; call < 5; call += 1)
    expect(await sends[call % 2]?.()).toMatchObject({ failure: { kind: 'failing' } });
  expect(await sends[0]?.()).toMatchObject({ failure: { kind: 'held' } });
  expect(await sends[1]?.()).toMatchObject({ failure: { kind: 'held' } });
  expect(asked.length).toBe(5);
  // Another owner is not held back by the failures of one account.
  expect(await instance(address)('b', [gate('credential', 1_000, 1), shared])()).toMatchObject({
    failure: { kind: 'failing' },
  });
  down = false;
  clock.advance(31_000);
  const tries = await Promise.all(sends.map((send) => send()));
  expect(tries.filter(({ kind }) => kind === 'answered').length).toBeGreaterThanOrEqual(1);
  expect(await sends[0]?.()).toMatchObject({ kind: 'answered' });
  expect(await sends[1]?.()).toMatchObject({ kind: 'answered' });
});

test('the gates of an account are its own and that of the application, at the rates that its provider publishes', () => {
  const { rates } = adapterOf('RavenSlingshot') ?? {};
  expect(gatesOf('RavenSlingshot', 'app', 'c', rates).map(({ name, rate }) => [name, rate.calls])).toEqual([
    ['credential#c', 30],
    ['provider#RavenSlingshot#app', 30],
  ]);
});
