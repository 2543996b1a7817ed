import { join } from 'node:path';
import { pointProperties } from '../../../domain/machine-files/point-properties.ts';
import type { RawSet } from '../raw-set.ts';
import { columnTypes } from '../standardise/source-values.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import { identifier, text, type WorkDatabase } from '../work-database.ts';
import { withHilbert } from './hilbert.ts';
import { presentColumns } from './points.ts';
import { pointShape, type RowShape, swathShape } from './row-shape.ts';

/** Rows in a group: some megabytes, the unit that readers skip. */
const rowsInGroup = 100_000;

/** Whose points they are; written into every row of the lake. */
export interface PointsOwner {
  ownerName: string;
  svcUserId: string;
  fileId: string;
  ingestId: string;
  provider: string;
}

/** Writes the kept points as GeoParquet 1.1 and tells where: the columns of the GeoJSON, and a point as the geometry. */
export async function writeStandardParquet(raw: RawSet, work: WorkDatabase): Promise<string> {
  return writeParquet('standard.parquet', await standardColumns(raw, work), pointShape, work);
}

/** The same with the ground that each point stands for as the geometry; without points that do not say how wide and long it is. */
export async function writePolygonParquet(raw: RawSet, units: PointUnits, work: WorkDatabase): Promise<string> {
  return writeParquet('polygons.parquet', await standardColumns(raw, work), swathShape(units), work);
}

async function standardColumns(raw: RawSet, work: WorkDatabase): Promise<string[]> {
  const columns = (await presentColumns(raw, work)).map(identifier);
  const { operationType, originalOperationType } = raw;
  const fixed = [
    '"timestamp"',
    `${text(operationType)} as operationType`,
    ...(originalOperationType ? [`${text(originalOperationType)} as originalOperationType`] : []),
  ];
  return [...fixed, ...columns];
}

/**
 * Writes the kept points as a file of the lake: every property of every kind of work in one order, so that all files of the
 * table `points` have the same columns.
 */
export async function writeLakeParquet(raw: RawSet, owner: PointsOwner, work: WorkDatabase): Promise<string> {
  const present = new Set(await presentColumns(raw, work));
  const properties = Object.entries(pointProperties).map(([name, { type }]) =>
    present.has(name) ? identifier(name) : `null::${columnTypes[type]} as ${identifier(name)}`,
  );
  const products = present.has('products') ? 'to_json(products)::varchar' : 'null::varchar';
  return writeParquet(
    'lake.parquet',
    [
      `${text(owner.ingestId)} as ingestId`,
      `${text(owner.svcUserId)} as svcUserId`,
      `${text(owner.ownerName)} as apiOwnerUsername`,
      `${text(owner.fileId)} as fileId`,
      `${text(owner.provider)} as provider`,
      `${text(raw.operationType)} as operationType`,
      `${raw.originalOperationType ? text(raw.originalOperationType) : 'null::varchar'} as originalOperationType`,
      'date_trunc(\'milliseconds\', "timestamp") as "timestamp"',
      'coalesce(fieldIds, []) as fieldIds',
      ...properties,
      `${products} as products`,
      `${raw.product ? raw.product.tankMix : 'null'}::boolean as tankMix`,
      'lon',
      'lat',
    ],
    pointShape,
    work,
  );
}

async function writeParquet(name: string, columns: string[], shape: RowShape, work: WorkDatabase): Promise<string> {
  const path = join(work.directory, name);
  const [extent] = await work.rows<Record<string, number | null>>(
    `select min(box.xmin) as west, min(box.ymin) as south, max(box.xmax) as east, max(box.ymax) as north
    from (select ${shape.box} as box from (${shape.rows}))`,
  );
  const bbox = [extent?.west, extent?.south, extent?.east, extent?.north].map(Number);
  const query = `select ${columns.join(', ')},
      st_aswkb((${shape.wellKnownText})::geometry) as geometry, ${shape.box} as bbox
    from (${withHilbert(shape.rows)}) order by hilbert, "row"`;
  await work.run(`copy (${query}) to ${text(path)} (format parquet, compression zstd, row_group_size ${rowsInGroup},
    kv_metadata {geo: ${text(JSON.stringify(geoMetadata(shape.type, bbox)))}})`);
  return path;
}

/** GeoParquet 1.1.0: well-known binary on CRS84, with the box of each row as a covering. */
function geoMetadata(type: string, bbox: number[]): unknown {
  const covering = Object.fromEntries(['xmin', 'ymin', 'xmax', 'ymax'].map((corner) => [corner, ['bbox', corner]]));
  const geometry = { encoding: 'WKB', geometry_types: [type], bbox, covering: { bbox: covering } };
  return { version: '1.1.0', primary_column: 'geometry', columns: { geometry } };
}
