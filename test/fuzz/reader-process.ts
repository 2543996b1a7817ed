import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openBoundaryFile } from '../../adapters/boundary-files/open-boundary-file.ts';
import { readBoundarySet, startReading } from '../../adapters/boundary-files/read-boundary-set.ts';
import { processUpload } from '../adapters/machine-files/process-upload.ts';
import type { FileCase, FuzzCase, FuzzVerdict } from './fuzz-cases.ts';
import { damagedBy, type Parser, parsers } from './parsers.ts';
import type { SeedFiles } from './seed-files.ts';

/** Memory limit of this process, which reads one damaged upload after the other; its parent notices when it ends. */
const maxMegabytes = 1_500;
const seedsOf = new Map<Parser, Promise<SeedFiles[]>>();

process.on('message', (one: FuzzCase | FileCase) => {
  void faultOf(one).then((fault) => process.send?.({ fault } satisfies FuzzVerdict));
});
process.on('disconnect', () => process.exit());
process.send?.({} satisfies FuzzVerdict);

async function faultOf(one: FuzzCase | FileCase): Promise<string | undefined> {
  try {
    const upload = await uploadOf(one);
    const fault = upload.reads === 'boundaries' ? await boundaryFault(upload) : await machineFault(upload);
    const megabytes = process.memoryUsage().rss / 2 ** 20;
    return fault ?? (megabytes > maxMegabytes ? `the process has ${Math.round(megabytes)} MB` : undefined);
  } catch (error) {
    return `it threw: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
  }
}

async function uploadOf(one: FuzzCase | FileCase): Promise<Upload> {
  if ('path' in one) return { name: basename(one.path), bytes: readFileSync(one.path), reads: one.reads };
  const parser = parsers.find(({ name }) => name === one.parser);
  if (!parser) throw new Error(`there is no parser of the name ${one.parser}`);
  const seeds = seedsOf.get(parser) ?? parser.seeds();
  seedsOf.set(parser, seeds);
  return { ...damagedBy(one.seed, parser, await seeds), reads: parser.reads };
}

interface Upload {
  name: string;
  bytes: Uint8Array;
  reads: Parser['reads'];
}

async function boundaryFault({ name, bytes }: Upload): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-fuzz-'));
  try {
    const path = join(folder, 'upload');
    writeFileSync(path, bytes);
    mkdirSync(join(folder, 'work'));
    const { sets } = await openBoundaryFile(path, name, join(folder, 'work'));
    const reading = startReading();
    for (const set of sets) {
      const { fields, problems } = await readBoundarySet(set, reading);
      if (fields.length + problems.length === 0) return 'nothing was said';
      const wordless = problems.find(({ message, hint }) => !/\w{3}/.test(message) || !/\w{3}/.test(hint));
      if (wordless) return `a problem says nothing: ${wordless.code}`;
      const text = JSON.stringify([fields, problems]);
      if (text.includes('root:x:0') || text.includes(folder)) return 'it tells of this machine';
      const positions = fields.flatMap(({ geometry }) => geometry.coordinates.flat(2));
      if (positions.some(([x, y]) => !(Math.abs(x ?? Number.NaN) <= 360 && Math.abs(y ?? Number.NaN) <= 90))) {
        return 'a field is nowhere on the earth';
      }
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function machineFault({ name, bytes }: Upload): Promise<string | undefined> {
  const { sets, problems } = await processUpload(name, bytes);
  if (sets.length + problems.length === 0) return 'nothing was said';
  for (const { processed } of sets) {
    const { status, pointCounts, problems: found } = processed;
    if (status === 'processed' && !pointCounts?.kept) return 'it was processed and has no points';
    if (status === 'failed' && !found.some(({ message }) => /\w{3}/.test(message))) return 'it failed without a word';
    if (JSON.stringify(processed).includes('root:x:0')) return 'it tells of this machine';
  }
  return undefined;
}
