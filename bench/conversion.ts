import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { type ShapeRecord, writeShapefile } from '../local/demo/write-shapefile.ts';

/**
 * Converts 100 fields (a zipped shapefile in UTM) and compares with `ogr2ogr` on the same file, which does less: it checks and repairs
 * nothing. Run: `node --import tsx bench/conversion.ts`.
 *
 * "Conversion" is what an upload waits for in a worker that is up: opening, unpacking, reading, checking. "Process" adds what a worker's
 * first start costs (Node, GDAL's libraries). Limit: conversion at most 1.5 times `ogr2ogr` as a whole process.
 */
const rounds = 15;
const limit = 1.5;

const utm15 =
  'PROJCS["WGS_1984_UTM_Zone_15N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
  'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-93.0],PARAMETER["Scale_Factor",0.9996],' +
  'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

/** A winding outline of so many vertices, clockwise. */
function outline(number: number, vertices = 500): ShapeRecord {
  const [x, y] = [450_000 + (number % 10) * 900, 4_650_000 + Math.floor(number / 10) * 900];
  const ring = Array.from({ length: vertices }, (_, index): [number, number] => {
    const angle = (-2 * Math.PI * index) / vertices;
    const radius = 350 + 40 * Math.sin(9 * angle + number);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return { rings: [[...ring, ring[0] ?? [x, y]]], attributes: { NAME: `Field ${number + 1}` } };
}

/** The reader as one file, as it is deployed, with a main that reads the file and prints how long each round took. */
async function bundle(directory: string): Promise<string> {
  const entry = `
    import { mkdtempSync } from 'node:fs';
    import { join } from 'node:path';
    import { openBoundaryFile } from './adapters/geo/open-boundary-file.ts';
    import { readBoundarySet, startReading } from './adapters/geo/read-boundary-set.ts';
    const [, , path, work, rounds] = process.argv;
    const times = [];
    for (let round = 0; round < Number(rounds); round++) {
      const start = performance.now();
      const reading = startReading();
      const { sets } = await openBoundaryFile(path, 'fields.zip', mkdtempSync(join(work, 'round-')));
      for (const set of sets) if ((await readBoundarySet(set, reading)).fieldCount !== 100) throw new Error('not 100 fields');
      times.push(performance.now() - start);
    }
    console.log(JSON.stringify(times));`;
  // Beside node_modules, so that the native modules are found.
  const outfile = join('node_modules', '.furrow-bench', 'convert.mjs');
  mkdirSync(join('node_modules', '.furrow-bench'), { recursive: true });
  await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['gdal-async', '@duckdb/node-api', 'isoxml'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  mkdirSync(join(directory, 'work'), { recursive: true });
  return outfile;
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const directory = mkdtempSync(join(tmpdir(), 'furrow-bench-'));
try {
  const path = join(directory, 'fields.zip');
  const parts = writeShapefile(
    Array.from({ length: 100 }, (_, number) => outline(number)),
    { projection: utm15 },
  );
  writeFileSync(
    path,
    zipSync(
      Object.fromEntries(Object.entries(parts).map(([part, bytes]) => [`fields.${part}`, new Uint8Array(bytes)])),
    ),
  );
  const program = await bundle(directory);
  const work = join(directory, 'work');

  const convert = (count: number): number[] =>
    JSON.parse(execFileSync(process.execPath, [program, path, work, String(count)]).toString());
  const [first = Number.NaN, ...warm] = convert(rounds);
  const processes = Array.from({ length: rounds }, () => timed(() => convert(1)));
  console.log(`100 fields of 500 vertices, zipped shapefile in UTM; medians of ${rounds}`);
  console.log(
    `conversion in a running worker   ${median(warm).toFixed(0)} ms (the first one, which loads GDAL: ${first.toFixed(0)} ms)`,
  );
  console.log(`whole process                    ${median(processes).toFixed(0)} ms`);

  if (spawnSync('ogr2ogr', ['--version']).error) {
    console.log('ogr2ogr is not installed (Debian: apt-get install gdal-bin), so there is nothing to compare with.');
  } else {
    const peers = Array.from({ length: rounds }, (_, round) =>
      timed(() => execFileSync('ogr2ogr', ['-t_srs', 'EPSG:4326', join(work, `${round}.geojson`), `/vsizip/${path}`])),
    );
    const ratio = median(warm) / median(peers);
    console.log(`ogr2ogr, whole process           ${median(peers).toFixed(0)} ms`);
    console.log(
      `ratio conversion / ogr2ogr       ${ratio.toFixed(2)} (limit ${limit}) ${ratio <= limit ? 'ok' : 'TOO SLOW'}`,
    );
    console.log(`ratio process / ogr2ogr          ${(median(processes) / median(peers)).toFixed(2)} (for information)`);
    if (ratio > limit) process.exitCode = 1;
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
  rmSync(join('node_modules', '.furrow-bench'), { recursive: true, force: true });
}
