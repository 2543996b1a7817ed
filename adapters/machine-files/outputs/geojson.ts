import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkDatabase } from '../work-database.ts';

/** As many rows as the row engine's own groups have: some 50 MB of text, of which two are on the disk at once. */
const rowsInSlice = 122_880;

/** Between two features; the engine ends the line of each feature with it. */
const separator = ',\n';

/**
 * Streams a FeatureCollection of points. The row engine writes the text of the features, one slice while the slice before is
 * read, so that neither this process nor the disk ever holds the whole.
 *
 * @param from a query with `row`, ascending, `lon`, `lat` and `properties`, a JSON object.
 */
export async function* geojson(from: string, work: WorkDatabase): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"type":"FeatureCollection","features":[\n');
  let isFirst = true;
  for await (const { path, bytes } of slices(from, work)) {
    if (bytes === 0) continue;
    if (!isFirst) yield Buffer.from(separator);
    isFirst = false;
    yield* createReadStream(path, { end: bytes - separator.length - 1, highWaterMark: chunkBytes });
  }
  yield Buffer.from('\n]}\n');
}

const chunkBytes = 1024 * 1024;

interface Slice {
  path: string;
  bytes: number;
}

async function* slices(from: string, work: WorkDatabase): AsyncGenerator<Slice> {
  const [last] = await work.rows<{ row: number | null }>(`select max("row") as "row" from (${from})`);
  const count = last?.row == null ? 0 : Math.floor(Number(last.row) / rowsInSlice) + 1;
  const directory = await mkdtemp(join(work.directory, 'geojson-'));
  const write = async (slice: number): Promise<Slice> => {
    const path = join(directory, String(slice));
    const first = slice * rowsInSlice;
    const rows = `select * from (${from}) where "row" >= ${first} and "row" < ${first + rowsInSlice}`;
    await work.writeLines(featuresSql(rows), path);
    return { path, bytes: (await stat(path)).size };
  };
  let next: Promise<Slice> = write(0);
  try {
    for (let slice = 0; slice < count; slice++) {
      const written = await next;
      if (slice + 1 < count) next = write(slice + 1);
      // A failure is thrown when it is this slice's turn.
      next.catch(() => {});
      yield written;
      await rm(written.path);
    }
  } finally {
    await Promise.allSettled([next]);
    await rm(directory, { recursive: true });
  }
}

function featuresSql(from: string): string {
  const point = `'{"type":"Feature","geometry":' || case when lon is null or lat is null then 'null'
    else '{"type":"Point","coordinates":[' || round(lon, 9) || ',' || round(lat, 9) || ']}' end`;
  return `select ${point} || ',"properties":' || properties || '},' from (${from})`;
}
