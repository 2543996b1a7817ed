import type { Endpoints } from '../local/state/endpoints-file.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { type BenchOwner, makeOwners } from './owners.ts';
import { type Benchmark, benchmark } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxTimes = 1.5;
/** Rows of a page when no other size is asked for. */
const rowsInPage = 20;

interface PageUnderTest<Landmark> {
  name: string;
  rows?: number;
  query(landmark: Landmark): string;
}

/** A list to measure. `Landmark` is what its queries need of the rows: an id, a cursor. */
export interface ListUnderTest<Landmark> {
  name: string;
  takes: string;
  /** The name of the rows, such as `users`. */
  rows: string;
  /** The list's path. */
  path: string;
  /** Numbers of rows of the list, and of its peer, which has fewer. */
  sizes: Record<'full' | 'tiny', { many: number; few: number }>;
  /** Queries for a page of 20, or of as many rows as a filter leaves. */
  pages: PageUnderTest<Landmark>[];
  /** Writes rows of an owner into the tables while no cloud runs on them. */
  load(into: { dataDir: string; variables: Endpoints['variables']; ownerId: string; count: number }): Promise<Landmark>;
}

/** An embedded cloud and an owner with the given number of rows. */
interface Stock<Landmark> {
  furrow: RunningFurrow;
  owner: BenchOwner;
  landmark: Landmark;
}

/** Pages of 20 among a million rows and among few: a page must cost what it holds, not what the list holds. */
export function pagesAmong<Landmark>(list: ListUnderTest<Landmark>): Benchmark {
  const { name, takes, rows, sizes, pages } = list;
  return benchmark({
    name,
    takes,
    sizes: { full: { ...sizes.full, rounds: 60, warmUps: 5 }, tiny: { ...sizes.tiny, rounds: 1, warmUps: 0 } },
    async *run({ many, few, rounds, warmUps }) {
      const temporary = [temporaryFolder(), temporaryFolder()];
      const client = httpClient();
      const stocks: Stock<Landmark>[] = [];
      try {
        for (const [at, count] of [few, many].entries()) {
          stocks.push(await stock(list, temporary[at]?.path ?? '', count));
        }
        for (const page of pages) {
          const [small = Number.NaN, large = Number.NaN] = await pageTimes(client, list.path, stocks, page, {
            rounds,
            warmUps,
          });
          yield {
            name: `20 of ${many === 1_000_000 ? 'a million' : many.toLocaleString('en')} ${rows}, ${page.name}`,
            measured: large,
            unit: 'ms',
            comparedWith: { what: `of ${few.toLocaleString('en')}`, value: small },
            limit: { atMost: maxTimes },
          };
        }
      } finally {
        client.close();
        await Promise.all(stocks.map(({ furrow }) => furrow.stop()));
        for (const folder of temporary) folder.remove();
      }
    },
  });
}

/** A stock, whose tables and owner a first run makes. */
async function stock<Landmark>(
  { load }: ListUnderTest<Landmark>,
  dataDir: string,
  count: number,
): Promise<Stock<Landmark>> {
  const first = await startFurrow(dataDir);
  const [owner] = await makeOwners(first.endpoints, 1);
  await first.stop();
  if (!owner) throw new Error('no owner was made');
  const landmark = await load({ dataDir, variables: first.endpoints.variables, ownerId: owner.id, count });
  return { furrow: await startFurrow(dataDir), owner, landmark };
}

/** Median times for each stock, measured alternately. */
async function pageTimes<Landmark>(
  client: HttpClient,
  path: string,
  stocks: Stock<Landmark>[],
  { query, rows = rowsInPage }: PageUnderTest<Landmark>,
  { rounds, warmUps }: { rounds: number; warmUps: number },
): Promise<number[]> {
  const times = stocks.map((): number[] => []);
  for (const { furrow, owner, landmark } of stocks) {
    const url = `${furrow.endpoints.baseUrl}${path}?${query(landmark)}`;
    const { body } = await client.ask({ url, token: owner.token });
    if (JSON.parse(body.toString()).length !== rows)
      throw new Error(`${url} answers ${body.length} bytes, not ${rows} rows`);
  }
  for (let round = -warmUps; round < rounds; round++) {
    for (const [at, { furrow, owner, landmark }] of stocks.entries()) {
      const url = `${furrow.endpoints.baseUrl}${path}?${query(landmark)}`;
      const time = await timed(() => client.ask({ url, token: owner.token }));
      if (round >= 0) times[at]?.push(time);
    }
  }
  return times.map(median);
}
