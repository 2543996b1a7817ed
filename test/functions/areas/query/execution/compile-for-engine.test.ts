import { expect, test } from 'vitest';
import type { MachineFile } from '../../../../../domain/machine-files/machine-file.ts';
import type { QueryEngine } from '../../../../../domain/query/query-engine.ts';
import { compileForEngine } from '../../../../../functions/areas/query/execution/compile-for-engine.ts';
import { cells } from '../../../../cells.ts';

const engine = { dialect: 'duckdb', present: async (_, catalogue) => catalogue } as Partial<QueryEngine> as QueryEngine;
const known = '01890a5d-ac96-774b-bcce-b302099a8057';
const other = '0b948c1e-2f4d-41d4-9e5f-1e5f30000000';

/** Compiles with a directory that holds one file, and returns the ids that were looked up. */
async function compiled(text: string) {
  const asked: string[][] = [];
  const many = async (_: string, ids: readonly string[]) => {
    asked.push([...ids]);
    return ids.filter((id) => id === known).map((id) => ({ id }) as MachineFile);
  };
  const services = { engine, clock: { now: () => 0 }, machineFiles: { many }, hexGrid: async () => cells };
  return { ...(await compileForEngine(text, { id: 'the-owner' }, services)), asked };
}

test('no record is read for a query without a table of a file', async () => {
  expect((await compiled(`SELECT COUNT(*) FROM points WHERE fileId = '${other}'`)).asked).toEqual([]);
});

test('the files of the named tables are looked up together, once', async () => {
  const text = `SELECT COUNT(*) FROM pointlake_file_${known} AS a, svc.pointlake.points, \`pointlake_file_${known}\` AS b`;
  expect((await compiled(text)).asked).toEqual([[known]]);
});

test('a table of an unknown file is refused, with its position in the text', async () => {
  const text = `SELECT 1 FROM pointlake_file_${known}\nUNION ALL SELECT 2 FROM \`pointlake_file_${other.toUpperCase()}\``;
  await expect(compiled(text)).rejects.toMatchObject({
    status: 400,
    members: { code: 'unknown_table', line: 2 },
    message: expect.stringContaining(other.toUpperCase()),
  });
});
