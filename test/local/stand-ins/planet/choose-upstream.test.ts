import { expect, test } from 'vitest';
import { listen } from '../../../../local/http/http-listener.ts';
import { choosePlanet } from '../../../../local/stand-ins/planet/choose-upstream.ts';
import type { CloudPlan } from '../../../../local/template/plan.ts';

/** Two functions, one of which calls a catalogue. */
function planOf(address: string) {
  const asking = { PLANET_URL: address, PLANET_HOSTS: 'files.example', PLANET_SOURCE: 'planet' };
  const environments = [{ ...asking }, { PLANET_HOSTS: 'files.example' }, { OTHER: 'x' }];
  const functions = environments.map((environment) => ({ environment })) as unknown as CloudPlan['functions'];
  return { functions, asking, environments };
}

const lines: string[] = [];
const options = { now: Date.now, log: (line: string) => void lines.push(line), isOpen: true };

/** A server that responds with a status. */
async function catalogue(status: number) {
  return listen((_, response) => void response.writeHead(status).end('{}'), { host: '127.0.0.1' });
}

test('Planet is called where it responds', async () => {
  const there = await catalogue(200);
  const plan = planOf(`${there.endpoint}`);
  expect(await choosePlanet(plan, options)).toBeUndefined();
  await there.close();
  expect(plan.environments[0]).toEqual(plan.asking);
  expect(lines.at(-1)).toMatch(/^scenes of Planet come from 127\.0\.0\.1:\d+, /);
});

test.each(['down', 'gone', 'asked for'])('a stand-in serves where Planet is %s', async (how) => {
  const there = await catalogue(how === 'down' ? 503 : 200);
  if (how === 'gone') await there.close();
  const plan = planOf(`${there.endpoint}`);
  const standIn = await choosePlanet(plan, { ...options, ...(how === 'asked for' && { upstreams: 'local' as const }) });
  expect(plan.environments).toEqual([
    { PLANET_URL: standIn?.endpoint, PLANET_HOSTS: standIn?.endpoint, PLANET_SOURCE: 'stand-in' },
    { PLANET_HOSTS: standIn?.endpoint },
    { OTHER: 'x' },
  ]);
  const why =
    how === 'asked for' ? 'as FURROW_UPSTREAMS asks' : `since ${new URL(there.endpoint).host} does not answer`;
  expect(lines.at(-1)).toContain(why);
  await standIn?.close();
  await there.close();
});

test('nothing is checked where no function uses scenes of Planet', async () => {
  expect(await choosePlanet({ functions: [] }, options)).toBeUndefined();
});
