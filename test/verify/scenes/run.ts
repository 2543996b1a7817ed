import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processScene } from '../../../adapters/satellite/engine/process-scene.ts';
import { sceneOf } from '../../../adapters/satellite/stac-item.ts';
import type { MultiPolygon, Ring } from '../../../domain/geometry/multi-polygon.ts';
import { pythonWith } from '../python.ts';
import { comparePlanet } from './planet.ts';

/**
 * Compares the images of real scenes with numpy and rasterio on the same files: the vegetation index of every pixel, coverage, clouds and
 * statistics, for fields within a scene and across its edge, for scenes whose offset is in the pixels and those where it is to be added.
 */
const { CORPUS_DIR } = process.env;
if (!CORPUS_DIR)
  throw new Error(
    'CORPUS_DIR has to name the folder with the real files of machines, beside which those of scenes lie.',
  );
const scenes = join(CORPUS_DIR, '../satellite');
const script = join(import.meta.dirname, 'scenes.py');
const python = pythonWith('scenes', ['numpy==1.26.4', 'rasterio==1.4.3']);
const folder = mkdtempSync(join(tmpdir(), 'furrow-scenes-'));

const field = (...rings: Ring[]): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: [rings.map((ring) => [...ring, ring[0] ?? [0, 0]])],
});

const slovenia: Record<string, MultiPolygon> = {
  within: field([
    [15.825135, 45.644488],
    [15.85593, 45.644262],
    [15.856259, 45.665861],
    [15.825452, 45.666088],
  ]),
  'with a hole': field(
    [
      [15.6, 45.5],
      [15.64, 45.505],
      [15.635, 45.53],
      [15.61, 45.52],
    ],
    [
      [15.615, 45.507],
      [15.63, 45.508],
      [15.62, 45.515],
    ],
  ),
  'across the edge': field([
    [15.384385, 45.557892],
    [15.410076, 45.566804],
    [15.422722, 45.544255],
    [15.377846, 45.538111],
  ]),
};
const mauritania: Record<string, MultiPolygon> = {
  within: field([
    [-11.574605, 24.933066],
    [-11.549906, 24.935296],
    [-11.544458, 24.911021],
    [-11.576021, 24.905966],
  ]),
};

interface Real {
  item: string;
  red: string;
  near: string;
  classes: string;
  fields: Record<string, MultiPolygon>;
}

const crops = [
  'S2B_33TWL_20230810',
  'S2B_33TWL_20230813',
  'S2A_33TWL_20230815',
  'S2A_33TWL_20230818',
  'S2B_33TWL_20230820',
];
const real: Real[] = [
  ...crops.map((scene) => {
    const at = join(scenes, 'mapchete+mapchete-eo', `${scene}_0_L2A`);
    const [red, near, classes] = ['B04', 'B08', 'SCL'].map((band) => join(at, `${band}_crop.tif`)) as [
      string,
      string,
      string,
    ];
    return { item: join(at, `${scene}_0_L2A.json`), red, near, classes, fields: slovenia };
  }),
  {
    item: join(scenes, 'cogeotiff+rio-tiler-pds/S2A_29RKH_20200219_0_L2A.json'),
    red: join(scenes, 'cogeotiff+rio-tiler-pds/B04.tif'),
    near: join(scenes, 'cogeotiff+rio-tiler-pds/B08.tif'),
    classes: join(scenes, 'cogeotiff+rio-tiler-pds/SCL.tif'),
    fields: mauritania,
  },
];

/** A scene in the form of collection 1: 1,000 is added to the numbers, and the offset subtracts it. */
function asCollection1({ item, ...files }: Real, index: number): Real {
  const given = JSON.parse(readFileSync(item, 'utf8'));
  const { 'earthsearch:boa_offset_applied': _, ...properties } = given.properties;
  const path = join(folder, `item-${index}.json`);
  writeFileSync(path, JSON.stringify({ ...given, collection: 'sentinel-2-c1-l2a', properties }));
  const [red, near] = [join(folder, `red-${index}.tif`), join(folder, `near-${index}.tif`)];
  for (const [from, to] of [
    [files.red, red],
    [files.near, near],
  ] as const) {
    execFileSync(python, [script, 'add', from, to], { stdio: 'inherit' });
  }
  return { ...files, item: path, red, near };
}

const all = [...real, ...real.slice(0, crops.length).map(asCollection1)];
try {
  for (const [index, one] of all.entries()) {
    const item = JSON.parse(readFileSync(one.item, 'utf8'));
    const scene = sceneOf(item, 'earth-search');
    if (!scene) throw new Error(`${one.item} cannot be read`);
    const bytes: Record<string, Buffer> = { SCL: readFileSync(one.classes), B08: readFileSync(one.near) };
    const others = readFileSync(one.red);
    for (const [name, ground] of Object.entries(one.fields)) {
      const at = join(folder, `${index}-${name.replaceAll(' ', '-')}`);
      mkdirSync(at);
      const read = (band: string) => async (from: number, to: number) => (bytes[band] ?? others).subarray(from, to);
      const made = await processScene(scene, ground, read, async (file, content) =>
        writeFileSync(join(at, file), content),
      );
      const { coverage, clouds, statistics, bounds } = made;
      const result = {
        name: `${item.id} (${item.collection}), ${name}`,
        ...one,
        fields: undefined,
        ground,
        coverage,
        clouds,
        statistics,
        bounds,
      };
      writeFileSync(join(at, 'case.json'), JSON.stringify(result));
    }
  }
  execFileSync(python, [script, 'compare', folder], { stdio: 'inherit' });
  await comparePlanet(folder, python);
} catch (error) {
  if ((error as { status?: number }).status === undefined) throw error;
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
