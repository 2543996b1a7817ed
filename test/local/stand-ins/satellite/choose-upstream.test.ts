import { expect, test } from 'vitest';
import { listen } from '../../../../local/http/http-listener.ts';
import { chooseScenes } from '../../../../local/stand-ins/satellite/choose-upstream.ts';
import type { CloudPlan } from '../../../../local/template/plan.ts';

/** Two functions, one of which calls a catalogue. */
function planOf(address: string) {
  const asking = { SCENES_URL: address, SCENES_HOSTS: 'files.example', SCENES_SOURCE: 'earth-search' };
  const environments = [{ ...asking }, { OTHER: 'x' }];
  const functions = environments.map((environment) => ({ environment })) as unknown as CloudPlan['functions'];
  return { functions, asking, environments };
}

const lines: string[] = [];
const options = { now: Date.now, log: (line: string) => void lines.push(line), isOpen: true };

/** A server that responds with a status. */
async function catalogue(status: number) {
  return listen((_, response) => void response.writeHead(status).end('{}'), { host: '127.0.0.1' });
}

test('a catalogue that responds is used', async () => {
  const there = await catalogue(200);
  const plan = planOf(`${there.endpoint}/v1`);
  expect(await chooseScenes(plan, options)).toBeUndefined();
  await there.close();
  expect(plan.environments[0]).toEqual(plan.asking);
  expect(lines.at(-1)).toMatch(/^satellite scenes come from 127\.0\.0\.1:\d+, /);
});

test.each(['down', 'gone', 'asked for'])('a stand-in serves where the catalogue is %s', async (how) => {
  const there = await catalogue(how === 'down' ? 503 : 200);
  if (how === 'gone') await there.close();
  const plan = planOf(`${there.endpoint}/v1`);
  const standIn = await chooseScenes(plan, { ...options, ...(how === 'asked for' && { upstreams: 'local' as const }) });
  expect(plan.environments).toEqual([
    { SCENES_URL: standIn?.stacUrl, SCENES_HOSTS: standIn?.endpoint, SCENES_SOURCE: 'stand-in' },
    { OTHER: 'x' },
  ]);
  const why =
    how === 'asked for' ? 'as FURROW_UPSTREAMS asks' : `since ${new URL(there.endpoint).host} does not answer`;
  expect(lines.at(-1)).toContain(why);
  await standIn?.close();
  await there.close();
});

test('a server of one’s own is used without a look at it, and files of its host are read', async () => {
  const plan = planOf('http://127.0.0.1:1/v1');
  expect(await chooseScenes(plan, { ...options, address: 'http://stac.example:8080/api/' })).toBeUndefined();
  const [{ SCENES_URL, SCENES_HOSTS = '', SCENES_SOURCE } = {}] = plan.environments as Record<string, string>[];
  expect([SCENES_URL, SCENES_SOURCE]).toEqual(['http://stac.example:8080/api', 'stac.example:8080']);
  expect(SCENES_HOSTS.split(',')[0]).toBe('http://stac.example:8080');
  expect(lines.at(-1)).toContain('as FURROW_STAC_URL says');
});

test('nothing is checked where no function uses scenes', async () => {
  expect(await chooseScenes({ functions: [] }, options)).toBeUndefined();
});
