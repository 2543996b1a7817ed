import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Feature, Layer } from 'gdal-async';
import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import type { SoilGeometry } from '../../../domain/soil/soil-reading.ts';
import { geometryOf } from '../../../domain/soil/well-known-text.ts';
import { ConversionError } from '../../boundary-files/conversion.ts';
import { type Gdal, gdalInstall, loadGdal } from '../../gdal/gdal.ts';
import { openDataset } from '../../gdal/gdal-dataset.ts';
import type { SoilFormat, SoilSource } from '../soil-format.ts';
import { readSheets } from '../tables/read-sheets.ts';

const parts = ['shp', 'shx', 'dbf', 'prj', 'cpg'];

/** Shapefiles of points or areas whose attributes are results, or ids of samples. */
export const shapefile: SoilFormat = {
  key: 'shapefile',
  recognises: ({ kind, name }) => kind === 'shapefile' && /\.shp$/i.test(name),
  async read(file, context) {
    const gdal = loadGdal();
    if (!gdal) throw new SoilRefused({ key: 'engineMissing', message: `Shapefiles need GDAL: run ${gdalInstall}.` });
    const path = await arranged(file, context.files);
    const { rows, places } = await asRefusal(() => readLayer(gdal, path, file.name));
    if (rows.length <= 1) throw new SoilRefused({ key: 'noFeatures', message: 'The shapefile has no features.' });
    if (places.size === 0) context.log.add('noGeometries', file.name, '', rows.length - 1);
    return readSheets([{ file: file.name, rows, places }], this.key, '\t', context);
  },
};

/** Puts the members of the shapefile side by side under one name, as GDAL looks for them. */
async function arranged(file: SoilSource, files: SoilSource[]): Promise<string> {
  const stem = file.name.slice(0, -4).toLowerCase();
  const folder = join(dirname(file.path), `${file.path}-shapefile`);
  await mkdir(folder, { recursive: true });
  const missing: string[] = [];
  for (const part of parts) {
    const member = files.find(({ name }) => name.toLowerCase() === `${stem}.${part}`);
    if (member)
      await link(member.path, join(folder, `data.${part}`)).catch(() =>
        copyFile(member.path, join(folder, `data.${part}`)),
      );
    else if (part === 'shx' || part === 'dbf') missing.push(`.${part}`);
  }
  if (missing.length > 0) {
    const message = `The shapefile lacks its ${missing.join(' and ')}. Put the .shp, .shx, .dbf and .prj into the zip.`;
    throw new SoilRefused({ key: 'missingShapefileMember', message });
  }
  return join(folder, 'data.shp');
}

async function asRefusal<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const { code, message } = error.problem;
    throw new SoilRefused({ key: code, message }, { cause: error });
  }
}

/** The attributes of the features as rows below their names, and the geometry of each row in degrees. */
function readLayer(gdal: Gdal, path: string, file: string) {
  const dataset = openDataset(gdal, path, 'ESRI Shapefile', 'shapefile', file);
  try {
    const layer = dataset.layers.get(0);
    const names = layer.fields.getNames();
    const rows: string[][] = [names];
    const places = new Map<string[], SoilGeometry>();
    const toDegrees = degreesOf(gdal, layer);
    for (let feature = layer.features.first(); feature; feature = layer.features.next()) {
      const one: Feature = feature;
      const row = names.map((name) => cellOf(attributeOf(one, name)));
      rows.push(row);
      const geometry = toDegrees(one);
      if (geometry) places.set(row, geometry);
    }
    return { rows, places };
  } finally {
    dataset.close();
  }
}

/** Longitude first, whatever the registry of coordinate systems says. */
const wgs84 = '+proj=longlat +datum=WGS84 +no_defs';

function degreesOf(gdal: Gdal, layer: Layer): (feature: Feature) => SoilGeometry | undefined {
  const system = layer.srs;
  const { minX, minY, maxX, maxY } =
    layer.features.count() > 0 ? layer.getExtent() : { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  const isDegrees = Math.max(Math.abs(minX), Math.abs(maxX)) <= 180 && Math.max(Math.abs(minY), Math.abs(maxY)) <= 90;
  if (!system && !isDegrees) {
    const message = 'The shapefile has no .prj, and its coordinates are no degrees. Put the .prj into the zip.';
    throw new SoilRefused({ key: 'missingProjection', message });
  }
  const transformation = system && new gdal.CoordinateTransformation(system, gdal.SpatialReference.fromProj4(wgs84));
  return (feature) => {
    const geometry = feature.getGeometry() as ReturnType<Feature['getGeometry']> | null;
    if (!geometry || geometry.isEmpty()) return undefined;
    try {
      if (transformation) geometry.transform(transformation);
      return geometryOf(geometry.toWKT());
    } catch {
      return undefined;
    }
  };
}

/** The value of a column; undefined if its type is unknown to the module. */
function attributeOf(feature: Feature, name: string): unknown {
  try {
    return feature.fields.get(name);
  } catch {
    return undefined;
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (typeof value === 'object') {
    const { year, month, day } = value as { year?: number; month?: number; day?: number };
    return year && month && day ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : '';
  }
  return String(value);
}
