import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWorkDatabase } from '../../../adapters/machine-files/work-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'furrow-work-'));
const work = await openWorkDatabase(folder, 0);

afterAll(() => {
  work.close();
  rmSync(folder, { recursive: true });
});

test('a query whose later rows fail fails as a whole', async () => {
  const rows = 200_000;
  const sql = `select encode(case when range < ${rows - 1} then 'a row of some length' else error('too late') end) from range(${rows})`;
  const read = async () => {
    let bytes = 0;
    for await (const piece of work.bytes(sql)) bytes += piece.length;
    return bytes;
  };
  await expect(read()).rejects.toThrow();
});

test('reads only its own files', async () => {
  await expect(work.run(`select * from read_text('/etc/hostname')`)).rejects.toThrow('Permission Error');
  await expect(work.run(`set allowed_directories = ['/']`)).rejects.toThrow('Cannot change');
  await expect(work.run('set enable_external_access = true')).rejects.toThrow('Cannot enable');
});
