import { writeFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundaryReader, type ReadingTime } from '../../../adapters/boundary-files/boundary-reader.ts';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { systemClock } from '../../../adapters/system.ts';
import type { ConvertedSet } from '../../../domain/boundary-files/converted-set.ts';
import { geoJson } from '../../api/uploads/boundary-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { endlessPages } from './endless-pages.ts';
import { endlessLayer, fileReadingLayer, hostileGeoPackage } from './hostile-geopackage.ts';

const folder = temporaryFolder('contained-reader');
const said: string[] = [];
let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/jobs/convert-boundaries/read-boundaries.ts', folder);
  readers = containedReaders(program, (line) => said.push(line));
});
afterAll(() => readers.end());

/** The sets of an upload, read one after the other. */
async function read(name: string, content: Uint8Array | string, time?: ReadingTime): Promise<ConvertedSet[]> {
  const download = async (path: string) => {
    writeFileSync(path, content);
    return true;
  };
  const sets = await boundaryReader(readers, systemClock, time).open({ name, download }, async (upload) => {
    const found: ConvertedSet[] = [];
    for (const set of upload.sets) found.push(await upload.read(set));
    return found;
  });
  return sets ?? [];
}

const codes = (sets: ConvertedSet[]) => sets.map(({ problems }) => problems.map(({ code }) => code));

/** Time limits under which larger files have next to no time. */
const impatient: ReadingTime = { ofFile: (bytes) => (bytes > 1_000 && bytes < 1e9 ? 0.2 : 60), ofUpload: 300 };

it('ends a file that takes too long, and reads the later ones in another process', async () => {
  const [first, last] = [geoJson(2), `${geoJson(2)} `];
  const upload = zipSync({ 'a.geojson': Buffer.from(first), 'b.gpkg': endlessPages(), 'c.geojson': Buffer.from(last) });
  const sets = await read('all.zip', upload, impatient);
  // The process that reads the third file knows what the first one contained.
  expect(codes(sets)).toEqual([[], ['readingTooLong'], ['duplicateFeature', 'duplicateFeature']]);
  expect(sets.map(({ fieldCount }) => fieldCount)).toEqual([2, 0, 0]);
});

it('leaves out files after one that took all of the time', async () => {
  const upload = zipSync({ 'a.geojson': Buffer.from(geoJson(1)), 'b.geojson': Buffer.from(geoJson(1, 5)) });
  let seconds = 0;
  const clock = {
    now() {
      seconds += 40;
      return seconds * 1000;
    },
  };
  const reader = boundaryReader(readers, clock, { ofFile: () => 60, ofUpload: 100 });
  const download = async (path: string) => {
    writeFileSync(path, upload);
    return true;
  };
  const found = await reader.open({ name: 'a.zip', download }, ({ sets, read: readSet }) =>
    Promise.all(sets.map(readSet)),
  );
  expect(codes(found ?? [])).toEqual([[], ['notReached']]);
});

it.each(['/etc/passwd', `${process.cwd()}/package.json`])(
  'shows nothing of %s that a GeoPackage refers to',
  async (path) => {
    const sets = await read('leak.gpkg', hostileGeoPackage(fileReadingLayer(path)));
    expect(JSON.stringify(sets)).not.toMatch(/root:|furrow|"version"/);
  },
);

it('ends a GeoPackage with an endless view', async () => {
  const sets = await read('endless.gpkg', hostileGeoPackage(endlessLayer), { ofFile: () => 4, ofUpload: 60 });
  expect(sets.flatMap(({ problems }) => problems)).toMatchObject([{ severity: 'error' }]);
});

it('ends a GeoPackage with a plain schema whose pages refer to one another endlessly', async () => {
  const sets = await read('pages.gpkg', endlessPages(), { ofFile: () => 4, ofUpload: 60 });
  expect(codes(sets)).toEqual([['readingTooLong']]);
  expect(JSON.stringify(sets)).toContain('after 4 seconds');
});

it('reports once what the system lacks, and nothing where it lacks nothing', () => {
  const lacking = said.filter((line) => !line.startsWith('Try '));
  if (process.platform === 'linux') expect(lacking).toEqual([]);
  else expect(lacking).toHaveLength(1);
});

it('opens GeoPackages without SpatiaLite, even where GDAL is linked with it', () => {
  const gdal = loadGdal();
  const path = `${folder}/plain.gpkg`;
  const dataset = gdal?.drivers.get('GPKG').create(path);
  expect(() => dataset?.executeSQL('select spatialite_version()')).toThrow(/no such function/);
  dataset?.close();
});
