import { bytesOfOneField } from './query/bytes-read.ts';
import { byHand, service } from './query/engines.ts';
import { inTurns } from './query/in-turns.ts';
import { overHttp } from './query/over-http.ts';
import { oval, polygonQuery, signatureQuery, typicalQueries } from './query/typical-queries.ts';
import { boxesOf, type LakeSize, lakeSize, writeLake } from './query/write-lake.ts';
import { benchmark, type Row, within } from './row.ts';
import { timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxTimes = 1.15;
const maxOfSignature = 90;
const maxOfPolygon = 230;
const maxBytes = 2;
const minExported = 150_000;

/**
 * The SQL service without and with its server, beside DuckDB queried directly on the same files. Both have two threads, and both return
 * JSON text.
 */
export const queryAnswers = benchmark({
  name: 'query-answers',
  takes: 'eight minutes and 6 GB of disk: ten million points (BENCH_POINTS), from SQL to rows',
  sizes: {
    // Fewer points give a quick look, but the limits hold for this number.
    full: {
      points: Number(process.env.BENCH_POINTS ?? 10_000_000),
      inFile: 250_000,
      rounds: 7,
      askedFields: 25,
      others: 300,
    },
    tiny: { points: 2_000, inFile: 400, rounds: 1, askedFields: 1, others: 1 },
  },
  async *run({ points, inFile, rounds, askedFields, others }) {
    const temporary = temporaryFolder();
    try {
      const size = lakeSize(points, inFile);
      const lake = await writeLake(temporary.path, size);
      const queries = typicalQueries(size, lake.files);
      const ours = service(lake.paths);
      const theirs = await byHand(lake.paths, { keepsEnds: false });
      const prepared = await byHand(lake.paths, { keepsEnds: true });
      const all = { ours: 0, prepared: 0 };
      for (const { name, asked, fields = [], byHand: sql } of queries) {
        const times = await inTurns(
          rounds,
          () => ours.ask(asked, boxesOf(fields, size)),
          () => theirs.ask(sql),
          () => prepared.ask(sql),
        );
        const [measured = Number.NaN, value = Number.NaN, without = Number.NaN] = times;
        yield beside(name, measured, 'by hand', value);
        all.ours += measured;
        all.prepared += without;
      }
      yield beside('all of them', all.ours, 'by hand, ends of files kept', all.prepared);
      prepared.close();
      const harvest =
        "SELECT geometry, timestamp, crop, wetMassPerArea, speed FROM points WHERE operationType = 'harvested'";
      yield await exporting(() => ours.export(harvest));
      ours.end();
      yield* onOneMillion(lake.paths[0] ?? '', size, rounds);
      const { read, own } = await bytesOfOneField(lake.paths, size, askedFields);
      yield {
        name: `kilobytes read for a field of ${size.fields}`,
        measured: read / 1000,
        unit: 'kB',
        comparedWith: { what: 'of the field’s points', value: own / 1000 },
        limit: { atMost: maxBytes },
      };
      const [, byMonth] = queries;
      if (byMonth) yield* overHttp(lake.paths, byMonth, { rounds, others }, () => theirs.ask(byMonth.byHand));
      theirs.close();
    } finally {
      temporary.remove();
    }
  },
});

/** The first object holds five files: 1.25 million points. */
async function* onOneMillion(path: string, size: LakeSize, rounds: number): AsyncGenerator<Row> {
  const asked = service([path]);
  const field = 3;
  // A block of fields, and an oval whose box has all points in it.
  const [small, large] = [oval(size, 200, [0.02, 0.02]), oval(size, 200, [0.13, 0.021])];
  const [signature = Number.NaN, inSmall = Number.NaN, inLarge = Number.NaN] = await inTurns(
    rounds,
    () => asked.ask(signatureQuery(size, field).asked, boxesOf([field], size)),
    () => asked.ask(polygonQuery(small)),
    () => asked.ask(polygonQuery(large)),
  );
  yield within('a field and a polygon on 1.25 million points', signature, maxOfSignature, 'ms');
  yield within('a polygon of 200 edges on 1.25 million points', inSmall, maxOfPolygon, 'ms');
  yield within('a polygon of 200 edges around 1.25 million points', inLarge, maxOfPolygon, 'ms');
  asked.end();
}

async function exporting(exported: () => Promise<number>): Promise<Row> {
  let rows = 0;
  const milliseconds = await timed(async () => {
    rows = await exported();
  });
  return {
    name: `${rows.toLocaleString('en')} rows as GeoParquet, each second`,
    measured: (rows / milliseconds) * 1000,
    unit: '/s',
    comparedWith: { what: 'the limit', value: minExported },
    limit: { atLeast: 1 },
  };
}

function beside(name: string, measured: number, what: string, value: number): Row {
  return { name, measured, unit: 'ms', comparedWith: { what, value }, limit: { atMost: maxTimes } };
}
