import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unpackArchive } from '../../../adapters/archives/archive.ts';
import { openBoundaryFile } from '../../../adapters/boundary-files/open-boundary-file.ts';
import { boundaryLimits } from '../../../domain/boundary-files/limits.ts';
import {
  collection,
  feature,
  polygon,
  readUpload,
  square,
  temporaryDirectory,
  zip,
} from '../boundary-files/upload-fixture.ts';

const field = collection([feature(polygon(square(10, 52, 0.002)), { name: 'North' })]);
const megabyte = 1024 * 1024;

describe('an uploaded archive', () => {
  test('is read through folders and nested archives, without files that operating systems add', async () => {
    const upload = zip({
      'a/b/c/north.geojson': field,
      '__MACOSX/a/b/c/._north.geojson': 'resource fork',
      '.DS_Store': 'x',
      'a/Thumbs.db': 'x',
      'inner.zip': zip({
        'deeper.zip': zip({ 'south.geojson': collection([feature(polygon(square(11, 52, 0.002)))]) }),
      }),
    });
    const { fields, codes, sets } = await readUpload('farm.zip', upload);
    expect(codes).toEqual([]);
    expect(fields).toHaveLength(2);
    expect(sets.map(({ file }) => file)).toEqual([
      'farm.zip/a/b/c/north.geojson',
      'farm.zip/inner.zip/deeper.zip/south.geojson',
    ]);
  });

  test('is opened no deeper than two archives inside the upload', async () => {
    const deep = zip({ 'c.zip': zip({ 'field.geojson': field }) });
    const upload = zip({ 'a.zip': zip({ 'b.zip': deep }), 'north.geojson': field });
    const { fields, problems } = await readUpload('farm.zip', upload);
    expect(fields).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'archiveTooDeep', file: 'farm.zip/a.zip/b.zip/c.zip' }]);
  });

  test.each([
    ['climbs out', '../north.geojson', '..'],
    ['climbs out in the middle', 'a/../../north.geojson', '..'],
    ['climbs out the way Windows does', 'a\\..\\..\\north.geojson', '..'],
    ['is absolute', '/etc/north.geojson', 'absolute'],
    ['has a drive letter', 'C:\\north.geojson', 'drive'],
    ['has a NUL', 'north\0.geojson', 'NUL'],
  ])('refuses a name that %s and reads the rest', async (_what, name, word) => {
    const { fields, sets, problems } = await readUpload('farm.zip', zip({ [name]: field, 'good.geojson': field }));
    expect(fields).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'entryUnsafeName', severity: 'error' }]);
    expect(problems[0]?.message).toContain(word);
    expect(sets.filter(({ format }) => format === 'UNKNOWN')).toHaveLength(1);
  });

  test('refuses a symbolic link', async () => {
    const link = zipSync({
      'link.geojson': [new TextEncoder().encode('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
    });
    expect((await readUpload('farm.zip', link)).problems).toMatchObject([
      { code: 'entryIsLink', file: 'farm.zip/link.geojson' },
    ]);
  });

  test('that was truncated says so', async () => {
    const whole = zip({ 'north.geojson': field });
    const { sets, problems } = await readUpload('farm.zip', whole.subarray(0, whole.length - 40));
    expect(problems).toMatchObject([{ code: 'archiveDamaged', file: 'farm.zip' }]);
    expect(problems[0]?.message).toContain('cut off');
    expect(sets).toMatchObject([{ format: 'UNKNOWN', fieldCount: 0 }]);
  });

  test('is read from its beginning when something precedes it, and says so', async () => {
    const whole = zip({ 'north.geojson': field });
    const late = new Uint8Array([...whole.subarray(0, 4), ...new Uint8Array(4_996), ...whole]);
    const { sets, problems, fields } = await readUpload('farm.zip', late);
    expect(problems).toMatchObject([{ code: 'archiveBeginsLate', severity: 'warning', file: 'farm.zip' }]);
    // Nothing is missing, and no failure is reported.
    expect(sets.map(({ file }) => file)).toEqual(['farm.zip/north.geojson']);
    expect(problems[0]?.message).toContain('5,000 bytes');
    expect(fields).toHaveLength(1);
  });

  test('never fails in another way, wherever it is truncated or garbled', async () => {
    const whole = zip({ 'north.geojson': field, 'south.geojson': field });
    for (let at = 4; at < whole.length; at += 23) {
      const garbled = Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 0xff : byte));
      for (const bytes of [whole.subarray(0, at), garbled]) await readUpload('farm.zip', bytes);
    }
  });

  test('with a damaged entry keeps the others', async () => {
    const whole = zip({
      'north.geojson': field,
      'south.geojson': collection([feature(polygon(square(11, 52, 0.002)))]),
    });
    const damaged = Uint8Array.from(whole, (byte, index) => (index === 80 ? byte ^ 0xff : byte));
    const { fields, problems } = await readUpload('farm.zip', damaged);
    expect(problems).toMatchObject([{ code: 'entryDamaged', file: 'farm.zip/north.geojson' }]);
    expect(fields).toHaveLength(1);
  });

  test('that names an entry in two ways is refused as contradictory', async () => {
    const whole = Buffer.from(zip({ 'north.geojson': field }));
    whole.write('spoof', 30, 'latin1');
    expect((await readUpload('farm.zip', whole)).problems).toMatchObject([
      { code: 'entryMismatch', file: 'farm.zip/north.geojson' },
    ]);
  });

  test('whose entries share their data is refused as contradictory', async () => {
    const whole = Buffer.from(zip({ 'a.geojson': field, 'b.geojson': field }));
    const directory = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const second = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'), directory + 4);
    // The second entry of the table points at the first one's data, and has its name.
    whole.writeUInt32LE(0, second + 42);
    whole.write('a', second + 46, 'latin1');
    expect((await readUpload('farm.zip', whole)).codes).toContain('entryMismatch');
  });

  test('with a password or an unusual compression is refused by the name of the entry', async () => {
    const locked = Buffer.from(zip({ 'north.geojson': field }));
    const directory = locked.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const odd = Buffer.from(locked);
    locked.writeUInt16LE(locked.readUInt16LE(directory + 8) | 1, directory + 8);
    expect((await readUpload('farm.zip', locked)).codes).toEqual(['entryEncrypted']);
    odd.writeUInt16LE(9, directory + 10);
    expect((await readUpload('farm.zip', odd)).problems[0]?.message).toContain('method 9');
  });

  test('without any file says so', async () => {
    expect((await readUpload('farm.zip', zip({}))).codes).toEqual(['archiveEmpty']);
    expect((await readUpload('farm.zip', zip({ 'folder/': '' }))).codes).toEqual(['archiveEmpty']);
  });
});

describe('the growth of an archive', () => {
  const limits = { ratioFromBytes: megabyte, totalBytes: 40 * megabyte };

  test('is refused when one entry grows more than 200-fold', async () => {
    const bomb = zip({ 'bomb.geojson': new Uint8Array(20 * megabyte), 'north.geojson': field });
    const { problems, fields } = await readUpload('farm.zip', bomb, { limits });
    expect(problems).toMatchObject([{ code: 'archiveBomb', file: 'farm.zip/bomb.geojson' }]);
    expect(fields).toEqual([]);
  });

  test('is allowed below the size from which it is checked, as for plain text', async () => {
    const zeros = zip({ 'readme.txt': new Uint8Array(megabyte / 2), 'north.geojson': field });
    expect((await readUpload('farm.zip', zeros, { limits })).codes).toEqual([]);
  });

  test('is counted over all entries and nested archives', async () => {
    const half = new Uint8Array(25 * megabyte).map((_, index) => (index * 7919) >> 8);
    const upload = zip({ 'one.bin': half, 'inner.zip': zip({ 'two.bin': half }) });
    expect((await readUpload('farm.zip', upload, { limits: { ...limits, ratio: 1e9 } })).codes).toEqual([
      'archiveTooLarge',
    ]);
  });

  test('stops at the limit of entries', async () => {
    const many = zip(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.txt`, 'x'])));
    expect((await readUpload('farm.zip', many, { limits: { entries: 20 } })).codes).toEqual(['archiveTooManyEntries']);
  });

  test('is refused by its table of contents, before anything is unpacked or read', async () => {
    const entries = zip({
      '../out.txt': 'x',
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}`, 'x'])),
    });
    expect((await readUpload('farm.zip', entries, { limits: { entries: 20 } })).codes).toEqual([
      'archiveTooManyEntries',
    ]);
    const files = zip(Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.geojson`, 'no JSON'])));
    expect((await readUpload('farm.zip', files, { limits: { fields: 3 } })).codes).toEqual(['tooManyFields']);
  });

  test.each([
    ['named as any JSON', (files: Record<string, string>) => zip(files)],
    ['in an archive within the archive', (files: Record<string, string>) => zip({ 'inner.zip': zip(files) })],
  ])('is refused when it has more boundary files than the limit of fields, %s, before one is read', async (_, pack) => {
    const broken = '{"type": "FeatureCollection", "features": [{"type": "Feature", ';
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.json`, broken]));
    expect((await readUpload('farm.zip', pack(files), { limits: { fields: 3 } })).codes).toEqual(['tooManyFields']);
  });

  test('of thousands of boundary files is unpacked no further than the limit', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, i) => [`${i}.json`, '{"type":"FeatureCollection"}']),
    );
    const workDir = await temporaryDirectory();
    const path = join(workDir, 'farm.zip');
    await writeFile(path, zip({ 'inner.zip': zip(files) }));
    const { problems } = await openBoundaryFile(path, 'farm.zip', workDir, {
      limits: { ...boundaryLimits, fields: 3 },
    });
    expect(problems).toMatchObject([{ code: 'tooManyFields' }]);
    expect((await readdir(join(workDir, 'unpacked'))).length).toBeLessThan(10);
  });

  test('has its files in memory as far as a reader allows, and archives and all others on disk', async () => {
    const workDir = await temporaryDirectory();
    const path = join(workDir, 'farm.zip');
    const kept = { 'first.txt': 'a'.repeat(600), 'second.txt': 'b'.repeat(600) };
    await writeFile(path, zip({ ...kept, 'inner.zip': zip({ 'third.txt': 'c' }), 'last.txt': 'd'.repeat(300) }));
    const target = join(workDir, 'files');
    const { files, contents, problems } = await unpackArchive(path, '', target, boundaryLimits, { memoryBytes: 1_000 });
    expect(problems).toEqual([]);
    const inMemory = files.filter((file) => contents.has(file.path)).map(({ name }) => name);
    expect(inMemory).toEqual(['/first.txt', '/last.txt', '/inner.zip/third.txt']);
    const first = files.find(({ name }) => name === '/first.txt');
    expect(contents.get(first?.path ?? '')?.toString()).toBe('a'.repeat(600));
    expect(await readdir(target)).toHaveLength(2);
  });
});
