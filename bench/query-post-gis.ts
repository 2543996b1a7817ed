import { service } from './query/engines.ts';
import { inTurns } from './query/in-turns.ts';
import { startCluster } from './query/post-gis/cluster.ts';
import { loadPoints } from './query/post-gis/load-points.ts';
import { openPsql } from './query/post-gis/psql.ts';
import { comparedQueries } from './query/post-gis/queries.ts';
import { boxesOf, type LakeSize, lakeSize, writeLake } from './query/write-lake.ts';
import { benchmark, type Row, within } from './row.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Share of all points below which an index finds points sooner than columns are read. */
const fewPoints = 0.01;
const maxForFew = 50;

/** The SQL service without its server, beside PostGIS with the same points, indexes and warm memory. */
export const queryPostGis = benchmark({
  name: 'query-post-gis',
  takes: 'four minutes and 4 GB of disk: 2.5 million points (BENCH_POINTS), also in PostGIS',
  sizes: {
    // Fewer points than in other benchmarks of the service: PostGIS takes long to load them.
    full: { points: Number(process.env.BENCH_POINTS ?? 2_500_000), inFile: 250_000, rounds: 7 },
    tiny: { points: 2_000, inFile: 400, rounds: 1 },
  },
  async *run({ points, inFile, rounds }) {
    const temporary = temporaryFolder();
    const cluster = await startCluster(temporary.path).catch((error) => {
      temporary.remove();
      throw error;
    });
    const psql = openPsql(cluster.connection);
    try {
      const size = lakeSize(points, inFile);
      const lake = await writeLake(temporary.path, size);
      await loadPoints(lake.paths, temporary.path, psql);
      const ours = service(lake.paths);
      for (const { name, asked, fields = [], inPostGis, reads } of comparedQueries(size, lake.files)) {
        const read = Number(await psql.ask(reads));
        const [measured = Number.NaN, theirs = Number.NaN] = await inTurns(
          rounds,
          () => ours.ask(asked, boxesOf(fields, size)),
          () => psql.ask(inPostGis),
        );
        yield* rowsOf(`${name}, ${millions(size)}`, { measured, theirs, isFew: read <= size.points * fewPoints });
      }
      ours.end();
    } finally {
      await psql.end();
      await cluster.stop();
      temporary.remove();
    }
  },
});

const millions = ({ points }: LakeSize) => `${points / 1_000_000} million points`;

interface Measured {
  /** Milliseconds. */
  measured: number;
  theirs: number;
  isFew: boolean;
}

function* rowsOf(name: string, { measured, theirs, isFew }: Measured): Generator<Row> {
  const atMost = isFew ? Number.POSITIVE_INFINITY : 1;
  if (isFew) yield within(`${name}: a few of them`, measured, maxForFew, 'ms');
  yield { name, measured, unit: 'ms', comparedWith: { what: 'in PostGIS', value: theirs }, limit: { atMost } };
}
