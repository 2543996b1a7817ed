import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { text } from '../../../adapters/duckdb/sql-text.ts';
import { noRowsSql, rowColumns } from '../../../adapters/lake/row-columns.ts';
import { shardSql } from '../../../adapters/lake/shard-sql.ts';
import { openWorkDatabase } from '../../../adapters/machine-files/work-database.ts';
import { storedGeometry } from '../../../domain/lake-tables/stored-geometry.ts';
import { fieldsTable } from '../../../domain/query/tables/fields.ts';
import type { Shape } from '../../../sql/geography/shape.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const lines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The rows of a shard after some of them have changed. */
async function written(
  former: string | undefined,
  changed: object[],
  news: object[],
  read: string,
): Promise<unknown[]> {
  const directory = temporaryFolder('shard');
  const [old, gone, come, path] = ['old.parquet', 'changed.json', 'news.json', 'new.parquet'].map((name) =>
    join(directory, name),
  ) as [string, string, string, string];
  writeFileSync(gone, lines(changed));
  writeFileSync(come, lines(news));
  const work = await openWorkDatabase(directory, 0);
  try {
    if (former) await work.run(`copy (${former}) to ${text(old)}`);
    const files = { old: former ? old : undefined, changed: gone, news: come, written: path };
    for (const sql of shardSql({ table: fieldsTable('o'), recordColumn: 'id' }, files, 'ingest')) await work.run(sql);
    return await work.rows(`select ${read} from read_parquet(${text(path)}) order by svcUserId, id`);
  } finally {
    work.close();
  }
}

const former = `${noRowsSql(rowColumns(fieldsTable('o')))} union all by name select * from (values ('a', 'u', 'A'), ('b', 'u', 'B'), ('a', 'v', 'C'), ('c', 'w', 'D')) as t(id, "svcUserId", name)`;

test('changed rows are replaced by user and id, and others stay', async () => {
  const changed = [{ svcUserId: 'u', id: 'a' }, { svcUserId: 'u', id: 'b' }, { svcUserId: 'w' }];
  const news = [{ id: 'a', svcUserId: 'u', name: 'new', sources: ['x'], farmId: 7 }];
  expect(await written(former, changed, news, 'id, "svcUserId", name, sources, "farmId", "ingestId"')).toEqual([
    { id: 'a', svcUserId: 'u', name: 'new', sources: ['x'], farmId: '7', ingestId: 'ingest' },
    { id: 'a', svcUserId: 'v', name: 'C', sources: null, farmId: null, ingestId: 'ingest' },
  ]);
});

test('values have the types of the table', async () => {
  const row = { id: 'a', svcUserId: 'u', geometry: '0101', createdTime: '2024-05-06T07:08:09.123Z', area: 1.5 };
  const read =
    'typeof(geometry) as g, octet_length(geometry)::int as bytes, typeof("createdTime") as t, "createdTime" as at, area';
  expect(await written(undefined, [], [row], read)).toEqual([
    { g: 'BLOB', bytes: 2, t: 'TIMESTAMP', at: '2024-05-06 07:08:09.123', area: 1.5 },
  ]);
});

test('rows have the boxes of their shapes', async () => {
  const shape: Shape = {
    type: 'LineString',
    coordinates: [
      [-88.2, 40.1],
      [-88.1, 40.2],
    ],
  };
  const row = { id: 'a', svcUserId: 'z', ...storedGeometry(shape) };
  const read = 'id, round(west, 3) as w, round(south, 3) as s, round(east, 3) as e, round(north, 3) as n';
  expect(await written(former, [{ svcUserId: 'u' }, { svcUserId: 'w' }], [row], read)).toEqual([
    { id: 'a', w: null, s: null, e: null, n: null },
    { id: 'a', w: -88.2, s: 40.1, e: -88.1, n: 40.2 },
  ]);
});

test('nothing is left of a shard whose users are gone', async () => {
  expect(await written(former, [{ svcUserId: 'u' }, { svcUserId: 'v' }, { svcUserId: 'w' }], [], 'id')).toEqual([]);
});
