import { expect, test } from 'vitest';
import { listen } from '../../../../local/http/http-listener.ts';
import { chooseWeather } from '../../../../local/stand-ins/weather/choose-upstream.ts';
import type { CloudPlan } from '../../../../local/template/plan.ts';

/** Two functions, of which one needs weather. */
function planOf(address: string) {
  const asking = {
    WEATHER_FORECAST_URL: address,
    WEATHER_ARCHIVE_URL: address,
    WEATHER_SOURCE: 'open-meteo',
    WEATHER_MODEL: 'gfs',
  };
  const environments = [{ ...asking }, { OTHER: 'x' }];
  const functions = environments.map((environment) => ({ environment })) as unknown as CloudPlan['functions'];
  return { functions, asking, environments };
}

const lines: string[] = [];
const options = { now: Date.now, log: (line: string) => void lines.push(line) };

/** A server that responds with a status. */
function service(status: number) {
  return listen((_, response) => void response.writeHead(status).end('{}'), { host: '127.0.0.1' });
}

test('a service that responds is used, with the chosen model', async () => {
  const there = await service(200);
  const plan = planOf(`${there.endpoint}/v1/forecast`);
  expect(await chooseWeather(plan, options)).toBeUndefined();
  expect(plan.environments[0]).toEqual(plan.asking);
  expect(await chooseWeather(plan, options, 'bestMatch')).toBeUndefined();
  expect(plan.environments).toEqual([{ ...plan.asking, WEATHER_MODEL: 'bestMatch' }, { OTHER: 'x' }]);
  await there.close();
  expect(lines.at(-1)).toMatch(/^weather comes from 127\.0\.0\.1:\d+, /);
});

test.each(['down', 'gone', 'asked for'])('a stand-in serves where the service is %s', async (how) => {
  const there = await service(how === 'down' ? 503 : 200);
  if (how === 'gone') await there.close();
  const plan = planOf(`${there.endpoint}/v1/forecast`);
  const upstreams = how === 'asked for' ? { upstreams: 'local' as const } : {};
  const standIn = await chooseWeather(plan, { ...options, ...upstreams }, 'icon');
  expect(plan.environments).toEqual([
    {
      WEATHER_FORECAST_URL: `${standIn?.endpoint}/v1/forecast`,
      WEATHER_ARCHIVE_URL: `${standIn?.endpoint}/v1/archive`,
      WEATHER_SOURCE: 'stand-in',
      WEATHER_MODEL: 'icon',
    },
    { OTHER: 'x' },
  ]);
  const why =
    how === 'asked for' ? 'as FURROW_UPSTREAMS asks' : `since ${new URL(there.endpoint).host} does not answer`;
  expect(lines.at(-1)).toContain(why);
  await standIn?.close();
  await there.close();
});
