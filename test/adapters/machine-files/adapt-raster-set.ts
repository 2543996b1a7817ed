import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dataset } from 'gdal-async';
import { type Gdal, loadGdal } from '../../../adapters/gdal/gdal.ts';
import { adaptDocument } from './adapt-data-set.ts';
import { zipOf } from './harvest-text.ts';

export const columns = 20;
export const lines = 10;
export const nothing = -9999;

/** Easting of the middle of zone 32, where the scale of the grid is 0.9996. */
const middle = 500_000;

export interface Raster {
  size?: [columns: number, lines: number];
  /** The number of the coordinate system in EPSG's registry; null for none. */
  epsg?: number | null;
  geoTransform?: number[] | null;
  /** Values at a pixel of each band, -9999 for none. */
  bands?: ((column: number, line: number) => number)[];
  options?: string[];
  finish?: (dataset: Dataset, gdal: Gdal) => void;
}

/** Two pixels of the first line were not harvested; moisture is stored in tenths. */
export const harvestBands = [
  (column: number, line: number) => (line === 0 && column < 2 ? nothing : 8000 + line),
  (column: number, line: number) => (line === 0 && column < 2 ? nothing : 150),
  (column: number, line: number) => (line === 0 && column < 3 ? nothing : 300),
];

/** A GeoTIFF with pixels of five metres, in UTM coordinates by default. */
export async function geoTiff({
  size: [width, height] = [columns, lines],
  epsg = 32632,
  geoTransform = [middle, 5, 0, 5_500_000, 0, -5],
  bands = harvestBands,
  options = [],
  finish = tenths,
}: Raster = {}): Promise<Buffer> {
  const gdal = loadGdal();
  if (!gdal) throw new Error('GDAL is not installed');
  const directory = await mkdtemp(join(tmpdir(), 'furrow-raster-'));
  try {
    const path = join(directory, 'records.tif');
    const dataset = gdal.open(path, 'w', 'GTiff', width, height, bands.length, gdal.GDT_Float32, options);
    if (epsg !== null) dataset.srs = gdal.SpatialReference.fromEPSG(epsg);
    if (geoTransform) dataset.geoTransform = geoTransform;
    for (const [index, valueAt] of bands.entries()) {
      const band = dataset.bands.get(index + 1);
      band.noDataValue = nothing;
      const values = Float32Array.from({ length: width * height }, (_, at) =>
        valueAt(at % width, Math.floor(at / width)),
      );
      band.pixels.write(0, 0, width, height, values);
    }
    finish(dataset, gdal);
    dataset.close();
    return await readFile(path);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function tenths({ bands }: Dataset): void {
  bands.get(2).scale = 0.1;
}

const ofHarvest = ['YieldWetMassPerArea', 'CommodityMoisture', 'Elevation'];

/** The harvest of the other data set, with its records as a raster. */
export function rasterDocument(operation: object = {}) {
  const [work] = adaptDocument.documents.workRecords;
  const harvest = {
    ...work?.operations[0],
    spatialRecordsFile: 'Harvest.tif',
    timeScopes: [
      { dateContextCode: 'PROPOSED', start: '2024-09-01T08:00:00Z' },
      { dateContextCode: 'ACTUAL', start: '2024-10-01T15:00:00.0000000Z', end: '2024-10-01T17:00:00Z' },
    ],
    variables: ofHarvest.map((definitionCode, index) => ({
      ...{ id: { referenceId: definitionCode }, name: definitionCode, definitionCode, geoTIFFBandIndex: index + 1 },
    })),
    ...operation,
  };
  return { ...adaptDocument, documents: { workRecords: [{ ...work, operations: [harvest] }] } };
}

export function rasterZip(tif: Uint8Array, document: object = rasterDocument()): Uint8Array {
  return zipOf({ 'export/adapt.json': JSON.stringify(document), 'export/Harvest.tif': tif });
}
