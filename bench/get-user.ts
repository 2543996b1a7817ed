import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { usersApi } from '../functions/areas/users/api.ts';
import { type Asked, type HttpClient, httpClient, json } from './http-client.ts';
import { load } from './load.ts';
import { type BenchOwner, makeOwners } from './owners.ts';
import { benchmark, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMilliseconds = 10;
const minOfBare = 0.6;

/** A user read before, through gateway, token check and DynamoDB; the peer is a server that only reads DynamoDB. */
export const getUser = benchmark({
  name: 'get-user',
  takes: 'a minute: GET /users/{id}, warm, beside a bare Node server on the same store',
  sizes: {
    // Twice as many clients as a function has instances; before measuring, each of the four instances compiles its own code.
    full: { clients: 8, rounds: 9, milliseconds: 1_500, warmUpRequests: 6_000, ownerCount: 60 },
    tiny: { clients: 8, rounds: 1, milliseconds: 50, warmUpRequests: 20, ownerCount: 2 },
  },
  async *run({ clients, rounds, milliseconds, warmUpRequests, ownerCount }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    let bare: ChildProcess | undefined;
    try {
      furrow = await startFurrow(temporary.path);
      const { baseUrl } = furrow.endpoints;
      const users = await makeUsers(client, baseUrl, await makeOwners(furrow.endpoints, ownerCount));
      bare = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), [temporary.path], {
        execArgv: ['--import', 'tsx'],
      });
      const [bareUrl] = await once(bare, 'message');
      const nextOf = inTurns(users.map(({ owner, id }) => ({ url: userUrl(baseUrl, id), token: owner.token })));
      const nextBare = inTurns(users.map(({ owner, id }) => ({ url: `${bareUrl}/${owner.id}/${id}` })));

      for (const next of [nextOf, nextBare]) await load(client, { clients, until: { requests: warmUpRequests }, next });
      const alone: number[] = [];
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        alone.push(
          ...(await load(client, { clients: 1, until: { milliseconds: milliseconds / 3 }, next: nextOf })).latencies,
        );
        ours.push((await load(client, { clients, until: { milliseconds }, next: nextOf })).perSecond);
        theirs.push((await load(client, { clients, until: { milliseconds }, next: nextBare })).perSecond);
      }
      yield within('GET user, p50, one client', median(alone), maxMilliseconds, 'ms');
      yield {
        name: `GET user, requests/s, ${clients} clients`,
        measured: median(ours),
        unit: '/s',
        comparedWith: { what: 'of a bare server', value: median(theirs) },
        limit: { atLeast: minOfBare },
      };
    } finally {
      client.close();
      bare?.disconnect();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

function userUrl(baseUrl: string, id: string): string {
  return `${baseUrl}${usersApi.base}/users/${id}`;
}

/** One user of each owner. */
async function makeUsers(
  client: HttpClient,
  baseUrl: string,
  owners: BenchOwner[],
): Promise<{ owner: BenchOwner; id: string }[]> {
  const users: { owner: BenchOwner; id: string }[] = [];
  for (const owner of owners) {
    const { body } = await client.ask({
      method: 'POST',
      url: `${baseUrl}${usersApi.base}/users`,
      token: owner.token,
      body: json({ name: 'Ada Grower', email: 'ada@example.com', phone: '+1 555 0100', externalId: 'grower-17' }),
    });
    users.push({ owner, id: JSON.parse(body.toString()).id });
  }
  return users;
}

function inTurns(all: Asked[]): () => Asked {
  let turn = 0;
  return () => all[turn++ % all.length] as Asked;
}
