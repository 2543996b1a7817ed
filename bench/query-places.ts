import { chmodSync } from 'node:fs';
import { service } from './query/engines.ts';
import { countyCount, writeCounties, writePoints } from './query/places/write-counties.ts';
import { startCluster } from './query/post-gis/cluster.ts';
import { openPsql, type Psql } from './query/post-gis/psql.ts';
import { benchmark, within } from './row.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxForMany = 10_000;
const maxForFew = 2_000;

/** Points joined with counties by location: the SQL service without its server, beside PostGIS with the same rows and an index of the counties. */
export const querySpatialJoins = benchmark({
  name: 'query-places',
  takes: 'five minutes and a GB of disk: a million points (BENCH_POINTS) and 3,380 counties, also in PostGIS',
  sizes: {
    full: { many: Number(process.env.BENCH_POINTS ?? 1_000_000), few: 40_543, rounds: 3 },
    tiny: { many: 1_000, few: 100, rounds: 1 },
  },
  async *run({ many, few, rounds }) {
    const temporary = temporaryFolder();
    const cluster = await startCluster(temporary.path).catch((error) => {
      temporary.remove();
      throw error;
    });
    const psql = openPsql(cluster.connection);
    try {
      const counties = await writeCounties(temporary.path);
      const points = await writePoints(temporary.path, many, Math.min(few, many));
      await load(psql, counties.csv, points.csv);
      const ours = service([points.parquet], new Map([['states_counties', [counties.parquet]]]));
      for (const [name, max, ourWhere, theirWhere] of [
        [`${few} points`, maxForFew, "WHERE p.fileId = 'few'", "WHERE p.file = 'few'"],
        [`${many / 1e6} million points`, maxForMany, '', ''],
      ] as const) {
        const asked = `SELECT c.county_name, COUNT(*) AS n FROM points p JOIN states_counties c
          ON ST_WITHIN(p.geometry, c.geometry) ${ourWhere} GROUP BY 1`;
        const inPostGis = `SELECT c.name, count(*) FROM points p JOIN counties c ON ST_Within(p.geometry, c.geometry) ${theirWhere} GROUP BY 1`;
        const measured: number[] = [];
        const theirs: number[] = [];
        for (let round = 0; round < rounds; round++) {
          measured.push(await timed(() => ours.ask(asked)));
          theirs.push(await timed(() => psql.ask(inPostGis)));
        }
        const what = `${name} in ${countyCount} counties`;
        yield within(`${what}: at most`, median(measured), max, 'ms');
        yield {
          name: what,
          measured: median(measured),
          unit: 'ms',
          comparedWith: { what: 'in PostGIS', value: median(theirs) },
          // A small join pays for the index, which PostGIS keeps.
          limit: { atMost: max === maxForFew ? 1.5 : 1 },
        };
      }
      ours.end();
    } finally {
      await psql.end();
      await cluster.stop();
      temporary.remove();
    }
  },
});

async function load(psql: Psql, counties: string, points: string): Promise<void> {
  for (const path of [counties, points]) chmodSync(path, 0o644);
  await psql.ask('create extension postgis');
  await psql.ask(`begin; create table counties (name text, geometry geometry); copy counties from '${counties}';
    create table points (file text, yield double precision, geometry geometry); copy points from '${points}'; commit`);
  await psql.ask('create index on counties using gist (geometry)');
  await psql.ask('create index on points using gist (geometry)');
  await psql.ask('create index on points (file)');
  await psql.ask('vacuum (analyze) counties');
  await psql.ask('vacuum (analyze) points');
}
