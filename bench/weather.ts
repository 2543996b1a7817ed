import { fieldsApi } from '../functions/areas/fields/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import { weatherApi } from '../functions/areas/weather/api.ts';
import { type Asked, httpClient, json } from './http-client.ts';
import { load } from './load.ts';
import { type BenchOwner, makeOwners } from './owners.ts';
import { benchmark, within } from './row.ts';
import { startFurrow } from './running-furrow.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMilliseconds = 10;
/** Requests to the weather service for each cell. */
const maxCalls = 1;
/** The time of a forecast divided by that of GET of the field itself. */
const maxTimes = 2;

/** Forecasts of fields of many owners in 200 cells: how many requests they cost the weather service, and how long a cached one takes. */
export const weather = benchmark({
  name: 'weather',
  takes: 'two minutes: 10,000 forecasts (BENCH_REQUESTS) of fields in 200 cells',
  sizes: {
    // An owner may send 1,000 requests a minute, so that one owner would be limited.
    full: { requests: Number(process.env.BENCH_REQUESTS || 10_000), clients: 8, ownerCount: 20 },
    tiny: { requests: 100, clients: 8, ownerCount: 1 },
  },
  async *run({ requests, clients, ownerCount }) {
    const cells = Math.min(200, Math.ceil(requests / 50));
    const temporary = temporaryFolder();
    const client = httpClient();
    const furrow = await startFurrow(temporary.path, { variables: { FURROW_TEST_MODE: '1' } });
    try {
      const { baseUrl, control } = furrow.endpoints;
      const owners = await makeOwners(furrow.endpoints, ownerCount);
      const users = await Promise.all(owners.map((owner) => makeUser(owner)));
      const fields: { forecast: Asked; field: Asked }[] = [];
      for (let cell = 0; cell < cells; cell += 1) {
        const user = users[cell % users.length];
        if (user) fields.push(await makeField(user, cell));
      }
      // All clients request forecasts in one cell and then in the next, so that requests for a cell coincide.
      let turn = 0;
      const nextField = () => fields[Math.floor(turn++ / clients) % fields.length] as (typeof fields)[number];
      const next = () => nextField().forecast;
      await load(client, { clients, until: { requests: requests - Math.min(500, requests / 2) }, next });
      const alone = { clients: 1, until: { requests: Math.min(500, requests / 2) } };
      const { latencies } = await load(client, { ...alone, next });
      const ofFields = await load(client, { ...alone, next: () => nextField().field });
      const { body } = await client.ask({ url: `${control}/weather` });
      const { count } = JSON.parse(body.toString()) as { count: number };
      yield {
        name: `requests to the weather service for ${requests} forecasts of fields`,
        measured: count,
        unit: 'requests',
        comparedWith: { what: 'one request for each cell', value: cells },
        limit: { atMost: maxCalls },
      };
      const name = 'GET forecast of a field, cached, p50, one client';
      yield within(name, median(latencies), maxMilliseconds, 'ms');
      yield {
        name: `${name}, relative to GET of the field`,
        measured: median(latencies),
        unit: 'ms',
        comparedWith: { what: 'GET of the field', value: median(ofFields.latencies) },
        limit: { atMost: maxTimes },
      };

      async function makeUser(owner: BenchOwner): Promise<{ owner: BenchOwner; id: string }> {
        const made = await client.ask({
          method: 'POST',
          url: `${baseUrl}${usersApi.base}/users`,
          token: owner.token,
          body: json({ name: 'Ada Grower', email: 'ada@example.com' }),
        });
        return { owner, id: JSON.parse(made.body.toString()).id };
      }

      async function makeField({ owner, id }: { owner: BenchOwner; id: string }, cell: number) {
        const [west, south] = [-100 + (cell % 20) * 0.5 + 0.01, 35 + Math.floor(cell / 20) * 0.5 + 0.01];
        const [east, north] = [west + 0.01, south + 0.01];
        const ring = [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ];
        const made = await client.ask({
          method: 'POST',
          url: `${baseUrl}${fieldsApi.base}/users/${id}/fields`,
          token: owner.token,
          body: json({ name: `Field ${cell}`, geometry: { type: 'MultiPolygon', coordinates: [[ring]] } }),
        });
        const fieldId = JSON.parse(made.body.toString()).id;
        const { token } = owner;
        return {
          forecast: { url: `${baseUrl}${weatherApi.base}/users/${id}/weather/forecast/field/${fieldId}/daily`, token },
          field: { url: `${baseUrl}${fieldsApi.base}/users/${id}/fields/${fieldId}`, token },
        };
      }
    } finally {
      client.close();
      await furrow.stop();
      temporary.remove();
    }
  },
});
