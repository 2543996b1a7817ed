import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { quickCompiler } from '../../layers/gdal/quick-compiler.mjs';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);

/** Compiles sources at once with a g++ that notes its words, those with `OWN` for the compiler's folder. Its output of headers is an empty file, unless it is broken. */
async function compile(sources: string[], { isBroken = false } = {}): Promise<string[]> {
  const folder = temporaryFolder('compiler');
  const [own, bin, calls] = [join(folder, 'with a space'), join(folder, 'bin'), join(folder, 'calls')];
  for (const one of [own, bin]) mkdirSync(one);
  const headers = isBroken ? 'exit 1' : 'for out; do :; done; : >"$out"';
  const script = `#!/bin/sh\necho "$@" >>"${calls}"\ncase "$*" in *c++-header*) ${headers} ;; esac\n`;
  writeFileSync(join(bin, 'g++'), script, { mode: 0o755 });
  const { CXX = '' } = quickCompiler(own);
  const env = { PATH: [own, bin, process.env.PATH].join(delimiter) };
  const flags = ["-DPLATFORM='linux'", '-O3', '-MMD', '-MF', 'x.d', '-c'];
  await Promise.all(sources.map((one) => run(CXX, ['-o', `${one}.o`, `../src/${one}.cpp`, ...flags], { env })));
  return readFileSync(calls, 'utf8').trim().replaceAll(own, 'OWN').split('\n');
}

test('the headers are compiled once, with the flags of a source, and included in every one', async () => {
  const [first, ...others] = await compile(['a', 'b', 'c']);
  expect(first).toBe("-DPLATFORM='linux' -O3 -I../src -x c++-header OWN/common.hpp -o OWN/draft");
  expect(others.sort()).toEqual([
    "-include OWN/common.hpp -o a.o ../src/a.cpp -DPLATFORM='linux' -O3 -MMD -MF x.d -c",
    "-include OWN/common.hpp -o b.o ../src/b.cpp -DPLATFORM='linux' -O3 -MMD -MF x.d -c",
    "-include OWN/common.hpp -o c.o ../src/c.cpp -DPLATFORM='linux' -O3 -MMD -MF x.d -c",
  ]);
});

test('sources are compiled without them if they cannot be', async () => {
  const [, ...others] = await compile(['a', 'b'], { isBroken: true });
  expect(others.sort()).toEqual([
    "-o a.o ../src/a.cpp -DPLATFORM='linux' -O3 -MMD -MF x.d -c",
    "-o b.o ../src/b.cpp -DPLATFORM='linux' -O3 -MMD -MF x.d -c",
  ]);
});
