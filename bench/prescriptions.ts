import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { type ContainedReaders, containedReaders } from '../adapters/containment/contained-readers.ts';
import { prescriptionReader } from '../adapters/prescriptions/prescription-reader.ts';
import { writeShapefile } from '../adapters/prescriptions/write-shapefile.ts';
import { multiPolygon, type Position } from '../domain/geometry/multi-polygon.ts';
import { containedPrograms, startedReaders } from './contained-programs.ts';
import { MissingPeer, runPeer } from './missing-peer.ts';
import { benchmark } from './row.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const program = 'functions/areas/prescriptions/read-prescription.ts';
const maxOfPyogrio = 1.5;

/** Prints the milliseconds of reading, without those of starting Python and loading libraries. */
const reading = `import sys, time
import pyogrio
start = time.perf_counter()
_, _, shapes, (rates,) = pyogrio.raw.read(sys.argv[1])
print(1000 * (time.perf_counter() - start), len(shapes), sum(rates))`;

/** Zips of some 20 MB, as growers' programs write them: zones with many corners, and cells. */
const kinds = [
  { kind: 'zones', corners: 250, count: 7_000, tinyCount: 20 },
  { kind: 'cells', corners: 4, count: 400_000, tinyCount: 200 },
] as const;

/**
 * Checks large prescriptions in a running contained process, started ahead as in the product: unpacking, every corner, every rate, the rules of a provider. The peer reads the same zip
 * in a running process and checks nothing.
 */
export const prescriptions = benchmark({
  name: 'prescriptions',
  takes: 'a minute: checking prescriptions of 20 MB beside reading them with pyogrio',
  sizes: { full: { rounds: 9, isTiny: false }, tiny: { rounds: 1, isTiny: true } },
  async *run({ rounds, isTiny }) {
    const temporary = temporaryFolder();
    let readers: ContainedReaders | undefined;
    try {
      readers = containedReaders(await containedPrograms(program, temporary.path), (line) => console.warn(line));
      for (const { kind, corners, count, tinyCount } of kinds) {
        const polygons = isTiny ? tinyCount : count;
        const path = join(temporary.path, `${kind}.zip`);
        writeFileSync(path, prescriptionZip(polygons, corners));
        const [ours, theirs]: [number[], number[]] = [[], []];
        // Alternately, so that both meet the same load of the machine.
        for (let round = 0; round < rounds; round++) {
          ours.push(await check(path, readers, polygons));
          theirs.push(await read(path, polygons));
        }
        yield {
          name: `a prescription of ${polygons.toLocaleString('en')} ${kind}, checked`,
          measured: median(ours),
          unit: 'ms',
          comparedWith: { what: 'of pyogrio, reading it', value: median(theirs) },
          limit: { atMost: maxOfPyogrio },
        };
      }
    } finally {
      await readers?.end();
      temporary.remove();
    }
  },
});

/** Milliseconds from handing the zip to a running process until its answer. */
async function check(path: string, readers: ContainedReaders, polygons: number): Promise<number> {
  const zip = readFileSync(path);
  let ready = Number.NaN;
  const warm = startedReaders(readers, () => {
    ready = performance.now();
  });
  const order = { target: 'climateFieldView', fileName: 'north.zip', rateColumn: 'rate' } as const;
  const { facts, findings } = await prescriptionReader(warm, { note: async () => 1 }).check(
    { ownerId: 'bench', content: zip },
    order,
  );
  const milliseconds = performance.now() - ready;
  if (facts?.polygons !== polygons || findings.length > 0) throw new Error('the prescription was not checked');
  return milliseconds;
}

/** @throws MissingPeer if pyogrio is not installed. */
async function read(path: string, polygons: number): Promise<number> {
  try {
    const printed = await runPeer('python3', ['-c', reading, path], { packages: 'python3' });
    const [milliseconds, count] = printed.split(' ').map(Number);
    if (count !== polygons) throw new Error(`pyogrio has read ${count} polygons instead of ${polygons}`);
    return milliseconds ?? Number.NaN;
  } catch (error) {
    if (!String(error).includes('ModuleNotFoundError')) throw error;
    throw new MissingPeer('pyogrio is not installed (pip install pyogrio, in the environment of python3)', {
      cause: error,
    });
  }
}

/** A zip of a shapefile with rates to a hundredth. Its corners are no round numbers, as those of receivers. */
function prescriptionZip(polygons: number, corners: number): Uint8Array {
  const across = Math.ceil(Math.sqrt(polygons));
  const rows = Array.from({ length: polygons }, (_, index) => {
    const [x, y] = [10 + (index % across) * 2e-4, 50 + Math.floor(index / across) * 2e-4];
    const ring = Array.from({ length: corners }, (_, corner): Position => {
      const angle = (2 * Math.PI * corner) / corners;
      const radius = 8e-5 + 1e-5 * Math.sin(index * corners + corner * 7);
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    const geometry = multiPolygon([[[...ring, ring[0] as Position]]]);
    return { geometry, rate: Math.round(10_000 + 9_000 * Math.sin(index)) / 100 };
  });
  const parts = Object.entries(writeShapefile({ column: 'rate', rows }));
  return zipSync(Object.fromEntries(parts.map(([extension, bytes]) => [`north.${extension}`, bytes])));
}
