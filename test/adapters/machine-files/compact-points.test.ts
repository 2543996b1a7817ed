import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { pointsCompactor } from '../../../adapters/machine-files/compact-points.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('compact-points');
const rows = 120_000;

/** Rows of each row group after compacting the points of some fields that lie side by side. */
async function groupsOf(fields: number): Promise<number[]> {
  const connection = await (await DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const [source, compacted] = [join(folder, `${fields}.parquet`), join(folder, `${fields}-compacted.parquet`)];
  await connection.run(`copy (select 'user' as svcUserId, 'ingest' as ingestId, lon, lat, timestamp '2025-09-19' as "timestamp",
      ['field ' || floor(lon * ${fields})::int] as fieldIds, i as sourceRow
    from (select i, i / ${rows} as lon, (i * 7919 % 1000) / 100000 as lat from range(${rows}) as r(i)) order by hash(lon)
  ) to '${source}' (format parquet)`);
  const download = (path: string) => copyFile(source, path).then(() => true);
  await pointsCompactor.compact([{ download }], { ingestIds: [], svcUserIds: [] }, async (_, content) =>
    writeFile(compacted, await buffer(content)),
  );
  const read = await connection.runAndReadAll(
    `select any_value(row_group_num_rows)::int from parquet_metadata('${compacted}') group by row_group_id order by row_group_id`,
  );
  return read.getRows().map(([count]) => Number(count));
}

test.each([
  { fields: 100, name: 'small fields are in groups of 6,144', atLeast: 6_144, atMost: 6_144 },
  {
    fields: 2,
    name: 'large ones in larger groups, so that most of the rows read for a field are its own',
    atLeast: 30_000,
    atMost: 40_000,
  },
])('points of $name', async ({ fields, atLeast, atMost }) => {
  const groups = await groupsOf(fields);
  expect(groups.reduce((sum, count) => sum + count, 0)).toBe(rows);
  const [largest = 0] = groups.toSorted((a, b) => b - a);
  expect(largest).toBeGreaterThanOrEqual(atLeast);
  expect(largest).toBeLessThanOrEqual(atMost);
});
