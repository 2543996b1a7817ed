import { usersApi } from '../functions/users/api.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { type DeepInTheList, loadUsers } from './many-users.ts';
import { type BenchOwner, makeOwners } from './owners.ts';
import type { Benchmark } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const few = 2_000;
const many = 1_000_000;
const mostTimes = 1.5;
const rounds = 60;

/** The ways to ask for a page of 20. */
const pages: { name: string; query(deep: DeepInTheList): string }[] = [
  { name: 'first page', query: () => '' },
  { name: 'sorted by name', query: () => 'sort=name' },
  { name: 'filtered by email', query: ({ email }) => `email=${encodeURIComponent(email)}` },
  { name: 'deep in the list', query: ({ cursor }) => `cursor=${cursor}` },
];

/** One embedded cloud and an owner with so many users. */
interface Crowd {
  furrow: RunningFurrow;
  owner: BenchOwner;
  deep: DeepInTheList;
}

/** A page must cost what it holds, not what the list holds. */
export const userPages: Benchmark = {
  name: 'user-pages',
  takes: 'five minutes and 1 GB of disk: pages of 20 among a million users and among 2,000',
  async *run() {
    const temporary = [temporaryFolder(), temporaryFolder()];
    const client = httpClient();
    const crowds: Crowd[] = [];
    try {
      for (const [at, count] of [few, many].entries()) crowds.push(await crowd(temporary[at]?.path ?? '', count));
      for (const { name, query } of pages) {
        const [small = Number.NaN, large = Number.NaN] = await pageTimes(client, crowds, query);
        yield {
          name: `20 of a million users, ${name}`,
          measured: large,
          unit: 'ms',
          comparedWith: { what: `of ${few.toLocaleString('en')}`, value: small },
          limit: { atMost: mostTimes },
        };
      }
    } finally {
      client.close();
      await Promise.all(crowds.map(({ furrow }) => furrow.stop()));
      for (const folder of temporary) folder.remove();
    }
  },
};

/** Tables and owner are made by a first run, the users are loaded while nothing runs. */
async function crowd(dataDir: string, count: number): Promise<Crowd> {
  const first = await startFurrow(dataDir);
  const [owner] = await makeOwners(first.endpoints, 1);
  await first.stop();
  if (!owner) throw new Error('no owner was made');
  const tableName = first.endpoints.variables.USERS_TABLE ?? '';
  const deep = await loadUsers({ dataDir, tableName, ownerId: owner.id, count });
  return { furrow: await startFurrow(dataDir), owner, deep };
}

/** Medians for each crowd, asked in turns. */
async function pageTimes(
  client: HttpClient,
  crowds: Crowd[],
  query: (deep: DeepInTheList) => string,
): Promise<number[]> {
  const times = crowds.map((): number[] => []);
  for (let round = -5; round < rounds; round++) {
    for (const [at, { furrow, owner, deep }] of crowds.entries()) {
      const url = `${furrow.endpoints.baseUrl}${usersApi.base}/users?${query(deep)}`;
      const time = await timed(() => client.ask({ url, token: owner.token }));
      if (round >= 0) times[at]?.push(time);
    }
  }
  return times.map(median);
}
