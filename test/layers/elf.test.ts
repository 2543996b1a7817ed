import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { binaryProblems } from '../../layers/check-binary.ts';
import { readElf } from '../../layers/elf.ts';
import { root } from '../infra/synthesize.ts';

const duckDb = join(root, 'node_modules/@duckdb/node-bindings-linux-x64');
const real = [
  process.execPath,
  join(duckDb, 'duckdb.node'),
  join(duckDb, 'libduckdb.so'),
  join(root, 'node_modules/gdal-async/build/Release/gdal.node'),
].filter((file) => process.platform === 'linux' && existsSync(file));

/** The output of binutils for a file; undefined where they are not installed. */
function asReadelfSays(file: string): { needed: string[]; versions: string[] } | undefined {
  try {
    const print = execFileSync('readelf', ['-W', '-d', '-V', file], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const [dynamic = '', needs = ''] = print.split(/^Version needs section/m);
    return {
      needed: Array.from(dynamic.matchAll(/\(NEEDED\).*\[(.+)\]/g), ([, name = '']) => name),
      versions: Array.from(needs.matchAll(/Name: (\S+) +Flags:/g), ([, name = '']) => name),
    };
  } catch {
    return undefined;
  }
}

describe.skipIf(real.length === 0)('reading real binaries', () => {
  test.each(real)('%s matches the output of readelf', (file) => {
    const elf = readElf(readFileSync(file));
    expect(elf.machine).toBe(process.arch === 'x64' ? 'x86-64' : expect.any(String));
    expect(elf.needed).toContain('libc.so.6');
    expect(elf.versions.get('libc.so.6')?.every((version) => version.startsWith('GLIBC_'))).toBe(true);
    const expected = asReadelfSays(file);
    if (!expected) return;
    expect(elf.needed).toEqual(expected.needed);
    expect([...elf.versions.values()].flat().sort()).toEqual(expected.versions.sort());
  });
});

describe('reading something else', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), /not an ELF file/],
    ['a script', Buffer.from(`#!/bin/sh\n${' '.repeat(100)}`), /not an ELF file/],
    ['a 32-bit binary', Buffer.concat([Buffer.from('7f454c4601', 'hex'), Buffer.alloc(100)]), /not a 64-bit/],
  ])('%s is refused with the reason', (_name, file, message) => {
    expect(() => readElf(file)).toThrow(message);
  });

  test.skipIf(real.length === 0)('half a binary is refused as truncated', () => {
    const [first = ''] = real;
    const whole = readFileSync(first);
    expect(() => readElf(whole.subarray(0, whole.length / 2))).toThrow(/cut off/);
  });
});

describe.skipIf(!existsSync(duckDb))('a binary for Lambda', () => {
  const library = existsSync(duckDb) ? readFileSync(join(duckDb, 'libduckdb.so')) : Buffer.alloc(0);
  const extension = existsSync(duckDb) ? readFileSync(join(duckDb, 'duckdb.node')) : Buffer.alloc(0);

  test('may be DuckDB’s, with its library beside it', () => {
    expect(binaryProblems(library)).toEqual([]);
    expect(binaryProblems(extension, ['libduckdb.so'])).toEqual([]);
  });

  test('may not need a library that is neither in Lambda nor beside it', () => {
    expect(binaryProblems(extension)).toEqual(['it needs libduckdb.so, which Lambda does not have']);
  });

  test('may not need a newer glibc than Amazon Linux 2023 has', () => {
    const newer = Buffer.from(library);
    newer.write('GLIBC_2.38', newer.indexOf('GLIBC_2.25\0'), 'latin1');
    expect(binaryProblems(newer)).toEqual(['it needs GLIBC_2.38 of libc.so.6; Lambda has GLIBC_2.34']);
  });

  test('may not be for another machine', () => {
    const arm = Buffer.from(library);
    arm.writeUInt16LE(0xb7, 18);
    expect(binaryProblems(arm)).toEqual(['it is for arm64, and the functions run on x86-64']);
  });

  test('may not be something else', () => {
    expect(binaryProblems(Buffer.from('<!DOCTYPE html>'))).toEqual(['it is not an ELF file']);
  });
});
