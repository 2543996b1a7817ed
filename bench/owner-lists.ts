import { type HttpClient, httpClient, json } from './http-client.ts';
import { loadUsers } from './many-users.ts';
import { type BenchOwner, makeOwners } from './owners.ts';
import { benchmark, type Row, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { percentile, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMedianMilliseconds = 25;
const maxSlowestMilliseconds = 100;

const usersPath = '/services/usermanagement/api';
const credential = { clientKey: 'key', clientSecret: 'secret', refreshToken: 'token', clientEnvironment: 'STAGE' };

/** The lists of what an owner keeps, by name: paths of an owner with many users, one of which is connected. */
const lists: Record<string, (svcUserId: string) => string> = {
  users: () => `${usersPath}/users`,
  'events of a credential': (user) => `${usersPath}/users/${user}/john-deere-credentials/events`,
  'organizations of a user': (user) => `${usersPath}/users/${user}/organizations/JohnDeere`,
  'API keys of a user': (user) => `${usersPath}/api-keys?svcUserId=${user}`,
  'app keys of a provider': () => `${usersPath}/app-keys/JohnDeere`,
  'magic links': () => '/services/widgets/api/magic-link/file-upload',
  webhooks: () => '/services/alerts/api/alerts/webhooks',
  'the feed of events': () => '/services/alerts/api/events',
  'resources by user and provider': () => '/services/integrations/api/resources',
};

/** Latency of the lists of an owner with many users, for one client. */
export const ownerLists = benchmark({
  name: 'owner-lists',
  takes: 'two minutes: lists of an owner with 10,000 users, 100 of them connected',
  sizes: {
    // Connected users have a credential, an API key and a link; each also leaves its events.
    full: { users: 10_000, connected: 100, rounds: 100, warmUps: 5 },
    tiny: { users: 20, connected: 1, rounds: 1, warmUps: 0 },
  },
  async *run({ users, connected, rounds, warmUps }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      const first = await startFurrow(temporary.path);
      const [owner] = (await makeOwners(first.endpoints, 1)) as [BenchOwner];
      await first.stop();
      const tableName = first.endpoints.variables.USERS_TABLE ?? '';
      await loadUsers({ dataDir: temporary.path, tableName, ownerId: owner.id, count: users });
      furrow = await startFurrow(temporary.path);
      const ask = asking(client, furrow.endpoints.baseUrl, owner.token);
      const svcUserId = await connectUsers(ask, connected);
      for (const [name, path] of Object.entries(lists)) {
        yield* rowsOf(name, { rounds, warmUps }, () => ask('GET', path(svcUserId)));
      }
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

type Ask = (method: string, path: string, body?: object) => Promise<Buffer>;

function asking(client: HttpClient, baseUrl: string, token: string): Ask {
  return async (method, path, body) => {
    const asked = { url: baseUrl + path, token, method, ...(body && { body: json(body) }) };
    return (await client.ask(asked)).body;
  };
}

/** Returns the last of the connected users. */
async function connectUsers(ask: Ask, connected: number): Promise<string> {
  const page = await ask('GET', `${usersPath}/users?size=${connected}`);
  const ids = (JSON.parse(page.toString()) as { id: string }[]).map(({ id }) => id);
  for (const id of ids) {
    await ask('POST', `${usersPath}/users/${id}/john-deere-credentials`, credential);
    await ask('POST', `${usersPath}/api-keys`, { svcUserId: id, expiresIn: 86_400 });
    await ask('POST', `/services/widgets/api/magic-link/users/${id}/file-upload`, {});
  }
  return ids.at(-1) ?? '';
}

async function* rowsOf(
  name: string,
  { rounds, warmUps }: { rounds: number; warmUps: number },
  list: () => Promise<unknown>,
): AsyncIterable<Row> {
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const time = await timed(list);
    if (round >= 0) times.push(time);
  }
  yield within(`${name}, p50`, percentile(times, 50), maxMedianMilliseconds, 'ms');
  yield within(`${name}, p99`, percentile(times, 99), maxSlowestMilliseconds, 'ms');
}
