import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadGdal } from '../../../../adapters/gdal/gdal.ts';
import type { Delivered } from '../../../../adapters/satellite/planet/engine/process-delivery.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { projectionOf } from '../../../../domain/satellite/grid/utm.ts';
import type { PlanetAssetType } from '../../../../domain/satellite/planet/asset-types.ts';

/** 40 by 30 pixels of 3 m in zone 33, whose outer corner lies at 500000, 5000001. */
const columns = 40;
const rows = 30;
const [west, north] = [500_000, 5_000_001];

/** Degrees of a corner of the pixels, found by bisection, since UTM's series goes the other way. */
function degreesAt(x: number, y: number): [number, number] {
  const project = projectionOf(32_633);
  if (!project) throw new Error('there is no zone 33');
  let [longitude, latitude] = [15, 45];
  for (let step = 0; step < 30; step++) {
    const [east, up] = project(longitude, latitude);
    longitude += (x - east) / 78_000;
    latitude += (y - up) / 111_000;
  }
  return [longitude, latitude];
}

/** A field of all pixels but a border of five, by their middles. */
export const madeField: MultiPolygon = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        degreesAt(west + 16, north - 74),
        degreesAt(west + 104, north - 74),
        degreesAt(west + 104, north - 16),
        degreesAt(west + 16, north - 16),
        degreesAt(west + 16, north - 74),
      ],
    ],
  ],
};

export type ValueAt = (band: number, column: number, row: number) => number;

/** A GeoTIFF as GDAL writes it. */
export function gdalTiff(
  bands: number,
  bits: 8 | 16,
  valueAt: ValueAt,
  options: string[] = ['COMPRESS=LZW', 'TILED=YES', 'BLOCKXSIZE=16', 'BLOCKYSIZE=16'],
): Buffer {
  const gdal = loadGdal();
  if (!gdal) throw new Error('there is no GDAL');
  const folder = mkdtempSync(join(tmpdir(), 'furrow-planet-'));
  try {
    const path = join(folder, 'made.tif');
    const type = bits === 16 ? gdal.GDT_UInt16 : gdal.GDT_Byte;
    const made = gdal.open(path, 'w', 'GTiff', columns, rows, bands, type, ['INTERLEAVE=PIXEL', ...options]);
    made.srs = gdal.SpatialReference.fromEPSG(32_633);
    made.geoTransform = [west, 3, 0, north, 0, -3];
    for (let band = 1; band <= bands; band++) {
      const numbers = bits === 16 ? new Uint16Array(columns * rows) : new Uint8Array(columns * rows);
      for (let at = 0; at < numbers.length; at++) numbers[at] = valueAt(band, at % columns, Math.floor(at / columns));
      made.bands.get(band).pixels.write(0, 0, columns, rows, numbers);
    }
    made.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A clear pixel of the mask of usable data. */
export const clear = [1, 0, 0, 0, 0, 0, 90, 0];

/** Planet's files, with red 500, red edge 1,500 and near infrared 3,000. */
export function madeFiles(): Record<PlanetAssetType, Buffer> {
  const numbers = [900, 800, 850, 700, 750, 500, 1_500, 3_000];
  return {
    ortho_analytic_8b_sr: gdalTiff(8, 16, (band) => numbers[band - 1] ?? 0),
    ortho_analytic_8b: gdalTiff(8, 16, (band) => 4 * (numbers[band - 1] ?? 0)),
    ortho_udm2: gdalTiff(8, 8, (band) => clear[band - 1] ?? 0),
    ortho_visual: gdalTiff(4, 8, (band) => (band === 4 ? 255 : 100 + band)),
    ortho_analytic_8b_xml: Buffer.from('<?xml version="1.0"?><ps:EarthObservation xmlns:ps="x"/>'),
  };
}

export function deliveredOf(files: Partial<Record<PlanetAssetType, Buffer>>): Delivered {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [
      name,
      { bytes: file.length, read: async (from: number, to: number) => file.subarray(from, to) },
    ]),
  );
}
