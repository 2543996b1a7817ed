import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { deleteStateDirectory, openStateDirectory } from '../../../local/state/state-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'furrow-state-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a state directory is created with its parents, and is private', async () => {
  const dir = join(folder, 'some where', 'state');
  const lock = await openStateDirectory(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  lock.release();
  expect(await deleteStateDirectory(dir)).toBe(true);
  expect(await deleteStateDirectory(dir)).toBe(false);
});

test('a file at its path is named', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const words = `${file} is no directory: choose another DATA_DIR`;
  await expect(openStateDirectory(file)).rejects.toThrow(words);
  await expect(openStateDirectory(join(file, 'below'))).rejects.toThrow(words);
});

test('a directory with foreign files is neither used nor deleted', async () => {
  await expect(openStateDirectory(folder)).rejects.toThrow("holds files that are not Furrow's");
  await expect(deleteStateDirectory(folder)).rejects.toThrow('nothing was deleted');
});

test.runIf(process.platform === 'linux')('a path where no directory can be created is refused at once', async () => {
  await expect(openStateDirectory('/proc/furrow')).rejects.toThrow('/proc/furrow cannot be made (ENOENT)');
});

describe('a state', () => {
  const dir = join(folder, 'known');
  const mark = join(dir, 'furrow-state.json');
  const openOnce = async () => (await openStateDirectory(dir)).release();

  test('of another layout is refused with what to do, and stays as it is until it is deleted', async () => {
    await openOnce();
    const own = readFileSync(mark, 'utf8');
    for (const format of [1, 999]) {
      const other = JSON.stringify({ application: 'furrow', format });
      writeFileSync(mark, other);
      const words = `${dir} has the state of another version of Furrow (layout ${format}), and this version reads layout`;
      await expect(openStateDirectory(dir)).rejects.toThrow(words);
      await expect(openStateDirectory(dir)).rejects.toThrow(`npx furrow reset --data-dir ${dir}`);
      expect(readFileSync(mark, 'utf8')).toBe(other);
    }
    writeFileSync(mark, own);
    await openOnce();
    writeFileSync(mark, '{"application":"fur');
    await expect(openStateDirectory(dir)).rejects.toThrow('damaged furrow-state.json');
    expect(await deleteStateDirectory(dir)).toBe(true);
  });

  test('of which a killed start has left nothing but a part of its mark is begun anew', async () => {
    await openOnce();
    rmSync(join(dir, 'lock'), { recursive: true });
    writeFileSync(mark, '');
    await openOnce();
    expect(JSON.parse(readFileSync(mark, 'utf8'))).toMatchObject({ application: 'furrow' });
  });
});
