import { deflateSync } from 'node:zlib';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { masked } from '../../../domain/satellite/grid/field-grid.ts';
import { fileGrid } from '../../../domain/satellite/grid/file-grid.ts';
import { projectionOf } from '../../../domain/satellite/grid/utm.ts';
import type { PlanetAssetType } from '../../../domain/satellite/planet/asset-types.ts';
import { type Crop, cropOf, cropPosition } from '../satellite/crops.ts';
import { directory, type Entry } from '../satellite/geotiff.ts';
import { type MadeScene, shapeOf } from './scenes.ts';

const metres = 3;
/** The pixels of a crop, repeated and mirrored as in local/stand-ins/satellite. */
const laid = 384;
const stripRows = 64;

/** The shares of red and near infrared from which the eight bands are computed, and the factors to radiance. They are not measurements. */
const bands: readonly [red: number, nir: number, radiance: number][] = [
  [0.8, 0, 4.6],
  [0.9, -0.02, 5],
  [0.85, 0.06, 4.7],
  [0.85, 0.08, 4.7],
  [0.95, 0.03, 4.4],
  [1, 0, 3.9],
  [0.75, 0.2, 3.5],
  [0, 1, 2.4],
];
const [blue, green, red] = [1, 3, 5];

/** The reflectance of a band at one pixel, in ten-thousandths. */
const reflectance = ([r, n]: readonly [number, number, number], { red: reds, nir }: Crop, at: number) =>
  Math.max(1, Math.round(r * (reds[at] ?? 0) + n * (nir[at] ?? 0)));

/** Bands of Planet's mask of usable data by the class of Sentinel-2: clear, snow, shadow, light haze, heavy haze, cloud, confidence, the older mask. */
function usable(kind: number): number[] {
  if (kind === 11) return [0, 1, 0, 0, 0, 0, 90, 0];
  if (kind === 3) return [0, 0, 1, 0, 0, 0, 90, 0];
  if (kind === 10) return [0, 0, 0, 1, 0, 0, 90, 0];
  if (kind === 8 || kind === 9) return [0, 0, 0, 0, 0, 1, 90, 2];
  return [1, 0, 0, 0, 0, 0, 90, 0];
}

const blackFill = [0, 0, 0, 0, 0, 0, 0, 1];

/** The numbers of a pixel of an asset, at a pixel of the crop. */
const kinds: Record<
  Exclude<PlanetAssetType, 'ortho_analytic_8b_xml'>,
  { bits: 8 | 16; empty: number[]; at(crop: Crop, at: number): number[] }
> = {
  ortho_analytic_8b_sr: {
    bits: 16,
    empty: new Array<number>(8).fill(0),
    at: (crop, at) => bands.map((band) => reflectance(band, crop, at)),
  },
  ortho_analytic_8b: {
    bits: 16,
    empty: new Array<number>(8).fill(0),
    at: (crop, at) => bands.map((band) => Math.min(65_535, Math.round(reflectance(band, crop, at) * band[2]))),
  },
  ortho_udm2: { bits: 8, empty: blackFill, at: (crop, at) => usable(crop.classes[at] ?? 0) },
  ortho_visual: {
    bits: 8,
    empty: [0, 0, 0, 0],
    at(crop, at) {
      const shade = (band: number) =>
        Math.min(255, Math.round((reflectance(bands[band] ?? [0, 0, 0], crop, at) / 3_000) * 255));
      return [shade(red), shade(green), shade(blue), 255];
    },
  },
};

/** A file of a scene, clipped to a shape as the tool `clip` does: pixels whose centres are outside are empty. */
export function fileOf(scene: MadeScene, asset: PlanetAssetType, clip: MultiPolygon): Buffer {
  if (asset === 'ortho_analytic_8b_xml') return Buffer.from(metadataOf(scene));
  const zone = Math.min(60, Math.floor((scene.west + 180) / 6) + 1);
  const system = (scene.south < 0 ? 32_700 : 32_600) + zone;
  const project = projectionOf(system);
  if (!project) throw new RangeError(`there is no zone ${zone}`);
  const grid = fileGrid(clip, { system, x: 0, y: 0, dx: metres, dy: metres });
  const seen = masked(grid, shapeOf(scene), (position) => project(...position)).mask;
  const { bits, empty, at } = kinds[asset];
  const samples = empty.length;
  const crop = cropOf(scene.crop);
  const mirrored = (index: number) => {
    const one = ((index % (2 * laid)) + 2 * laid) % (2 * laid);
    return one < laid ? one : 2 * laid - 1 - one;
  };
  const [column, row] = [Math.round(grid.west / metres), Math.round(-grid.north / metres)];
  const strips: Buffer[] = [];
  for (let top = 0; top < grid.height; top += stripRows) {
    const rows = Math.min(stripRows, grid.height - top);
    const content =
      bits === 16 ? new Uint16Array(grid.width * rows * samples) : new Uint8Array(grid.width * rows * samples);
    for (let pixel = 0; pixel < grid.width * rows; pixel += 1) {
      const [x, y] = [pixel % grid.width, top + Math.floor(pixel / grid.width)];
      const index = y * grid.width + x;
      const from = mirrored(row + y) * cropPosition.size + mirrored(column + x);
      const isThere = grid.mask[index] && seen[index] && crop.red[from] && crop.nir[from];
      content.set(isThere ? at(crop, from) : empty, pixel * samples);
    }
    strips.push(deflateSync(Buffer.from(content.buffer), { level: 4 }));
  }
  const first = 8;
  let next = first;
  const offsets = strips.map(({ length }) => {
    next += length;
    return next - length;
  });
  const each = (value: number) => new Array<number>(samples).fill(value);
  const isColours = asset === 'ortho_visual';
  const entries: Entry[] = [
    [256, 4, [grid.width]],
    [257, 4, [grid.height]],
    [258, 3, each(bits)],
    [259, 3, [8]], // deflate
    [262, 3, [isColours ? 2 : 1]], // colours, or 0 is black
    [273, 4, offsets],
    [277, 3, [samples]],
    [278, 4, [stripRows]],
    [279, 4, strips.map(({ length }) => length)],
    [284, 3, [1]],
    [338, 3, isColours ? [2] : new Array<number>(samples - 1).fill(0)],
    [339, 3, each(1)],
    [33550, 12, [metres, metres, 0]],
    [33922, 12, [0, 0, 0, grid.west, grid.north, 0]],
    [34735, 3, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, system]],
    ...(bits === 16 ? [[42113, 2, [0x30, 0]] satisfies Entry] : []),
  ];
  const padding = Buffer.alloc(next % 2);
  const head = Buffer.alloc(first);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(next + padding.length, 4);
  return Buffer.concat([head, ...strips, padding, directory(entries, next + padding.length, true)]);
}

function metadataOf({ id, acquired }: MadeScene): string {
  const each = bands.map(([, , radiance], index) =>
    [
      '<ps:bandSpecificMetadata>',
      `<ps:bandNumber>${index + 1}</ps:bandNumber>`,
      '<ps:radiometricScaleFactor>0.01</ps:radiometricScaleFactor>',
      `<ps:reflectanceCoefficient>${(0.0001 / radiance).toExponential(6)}</ps:reflectanceCoefficient>`,
      '</ps:bandSpecificMetadata>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ps:EarthObservation xmlns:ps="http://schemas.planet.com/ps/v1/planet_product_metadata_geocorrected_level" version="1.2.1">',
    `<!-- Of the stand-in for Planet: nothing was measured. --><ps:identifier>${id}</ps:identifier>`,
    `<ps:acquisitionDateTime>${new Date(acquired).toISOString()}</ps:acquisitionDateTime>${each.join('')}`,
    '</ps:EarthObservation>',
  ].join('\n');
}
