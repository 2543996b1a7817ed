import { fieldsApi } from '../functions/fields/api.ts';
import { fieldShape } from './field-shape.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { loadFields } from './many-fields.ts';
import { type BenchOwner, makeOwners } from './owners.ts';
import type { Benchmark } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const few = 1_000;
const many = 1_000_000;
const perUser = 100;
const mostTimes = 1.5;
const rounds = 60;

/** The ways to ask for a page of 20. */
const pages: { name: string; query(svcUserId: string): string }[] = [
  { name: 'of the owner', query: () => '' },
  { name: 'of one user', query: (svcUserId) => `svcUserId=${svcUserId}` },
  { name: 'of the owner, newest first', query: () => 'sort=createdTime,desc' },
];

/** One embedded cloud and an owner with so many fields. */
interface County {
  furrow: RunningFurrow;
  owner: BenchOwner;
  svcUserId: string;
}

/** A page must cost what it holds, not what the list holds. */
export const fieldPages: Benchmark = {
  name: 'field-pages',
  takes: 'ten minutes and 3 GB of disk: pages of 20 among a million fields and among 1,000',
  async *run() {
    const temporary = [temporaryFolder(), temporaryFolder()];
    const client = httpClient();
    const counties: County[] = [];
    try {
      for (const [at, count] of [few, many].entries()) counties.push(await county(temporary[at]?.path ?? '', count));
      for (const { name, query } of pages) {
        const [small = Number.NaN, large = Number.NaN] = await pageTimes(client, counties, query);
        yield {
          name: `20 of a million fields, ${name}`,
          measured: large,
          unit: 'ms',
          comparedWith: { what: `of ${few.toLocaleString('en')}`, value: small },
          limit: { atMost: mostTimes },
        };
      }
    } finally {
      client.close();
      await Promise.all(counties.map(({ furrow }) => furrow.stop()));
      for (const folder of temporary) folder.remove();
    }
  },
};

/** Tables and owner are made by a first run, the fields are loaded while nothing runs. */
async function county(dataDir: string, count: number): Promise<County> {
  const first = await startFurrow(dataDir);
  const [owner] = await makeOwners(first.endpoints, 1);
  await first.stop();
  if (!owner) throw new Error('no owner was made');
  const { variables } = first.endpoints;
  const shapeOf = (number: number) => fieldShape(number, 5);
  const users = await loadFields({ dataDir, variables, ownerId: owner.id, count, perUser, shapeOf, shapes: false });
  const svcUserId = users[Math.floor(users.length * 0.9)] ?? '';
  return { furrow: await startFurrow(dataDir), owner, svcUserId };
}

/** Medians for each county, asked in turns. */
async function pageTimes(client: HttpClient, counties: County[], query: (svcUserId: string) => string) {
  const times = counties.map((): number[] => []);
  for (let round = -5; round < rounds; round++) {
    for (const [at, { furrow, owner, svcUserId }] of counties.entries()) {
      const url = `${furrow.endpoints.baseUrl}${fieldsApi.base}/fields?${query(svcUserId)}`;
      const time = await timed(() => client.ask({ url, token: owner.token }));
      if (round >= 0) times[at]?.push(time);
    }
  }
  return times.map(median);
}
