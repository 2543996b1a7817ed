import { join } from 'node:path';
import { leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import { conversionTo, pointColumns, storedProducts } from '../../../domain/machine-files/points/point-columns.ts';
import { converted } from '../../../sql/catalogue.ts';
import { geoparquetMetadata } from '../../duckdb/geoparquet-metadata.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import { isKept } from '../standardise/counted-points.ts';
import { productsInLakeUnits } from '../standardise/products.ts';
import { columnTypes } from '../standardise/source-values.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { type Extent, withHilbert } from './hilbert.ts';
import { presentColumns } from './points.ts';
import { ofSwaths, pointShape, type RowShape, swathShape } from './row-shape.ts';

/**
 * Maximum distinct values of a dictionary. Strings repeat; numbers do not, and building dictionaries for them costs a
 * third of the writing.
 */
const maxRepeated = 1_000;

/**
 * Rows in a group: some megabytes, the unit that readers skip. As many as the row engine has in its own groups, so that
 * no row is moved to another.
 */
export const rowsInGroup = 122_880;

/** The owner, user and file of points; written into every row of the lake. */
export interface PointsOwner {
  ownerName: string;
  svcUserId: string;
  fileId: string;
  ingestId: string;
  provider: string;
}

/**
 * Compression of zstd. Six takes as long as one, and a tenth less space; nineteen takes seven times as long for another
 * tenth.
 */
export const zstdLevel = 6;

/**
 * Creates the table `located`, from which the files are written: the kept points with their fields, sorted by time, so
 * that what a machine logs changes little from row to row. It has only the columns with values, since sorting moves
 * every column.
 */
export async function locatePoints(raw: RawSet, work: WorkDatabase): Promise<void> {
  const properties = new Set([...(await presentColumns(raw, work)), ...ofSwaths]);
  const columns = ['"timestamp"', 'lon', 'lat', 'fieldIds', ...[...properties].map(identifier)];
  await work.run(`create or replace table located as select "row", ${columns.join(', ')}
    from presented left join placed using ("row") where ${isKept} order by "timestamp", "row"`);
}

/**
 * Writes the kept points as GeoParquet 1.1, with the columns of the GeoJSON and the point as geometry. Returns the
 * path.
 */
export async function writeStandardParquet(raw: RawSet, work: WorkDatabase): Promise<string> {
  const columns = await standardColumns(raw, work);
  return writeGeoParquet('standard.parquet', columns, pointShape, work);
}

/**
 * Writes the kept points as GeoParquet 1.1, with the ground of each point as its geometry; points without width or
 * length are left out. Returns the path.
 */
export async function writePolygonParquet(raw: RawSet, units: PointUnits, work: WorkDatabase): Promise<string> {
  const columns = await standardColumns(raw, work);
  return writeGeoParquet('polygons.parquet', columns, swathShape(units), work);
}

async function standardColumns(raw: RawSet, work: WorkDatabase): Promise<string[]> {
  const columns = (await presentColumns(raw, work)).map(identifier);
  const { operationType, originalOperationType, product } = raw;
  const fixed = [
    `timezone('UTC', "timestamp") as "timestamp"`,
    `${text(operationType)} as operationType`,
    ...(originalOperationType ? [`${text(originalOperationType)} as originalOperationType`] : []),
    ...(product ? [`${product.tankMix} as tankMix`] : []),
  ];
  return [...fixed, ...columns];
}

/**
 * Writes the kept points as a file of the lake: every property of every kind of work in one order and in the lake's
 * units, so that all files of the table `points` have the same columns. Rows have `lon` and `lat`, of which readers make
 * geometries, and the row of their source, by which its order comes back. Returns the path.
 */
export async function writeLakeParquet(
  raw: RawSet,
  units: PointUnits,
  owner: PointsOwner,
  work: WorkDatabase,
): Promise<string> {
  const present = new Set(await presentColumns(raw, work));
  const properties = pointColumns.flatMap(({ name, property, measured }) => {
    const own = present.has(name) ? identifier(name) : `null::${columnTypes[property.type]}`;
    if (measured.length === 0) return [`${own} as ${identifier(name)}`];
    return measured.map((column) => {
      const to = present.has(name) ? conversionTo(column, units[name]) : undefined;
      return `${to ? converted(own, to) : 'null::double'} as ${identifier(column.stored)}`;
    });
  });
  const products = present.has('products')
    ? { ofFile: 'to_json(products)::varchar', inOneUnit: productsInLakeUnits('products', await productUnitsIn(work)) }
    : { ofFile: 'null::varchar', inOneUnit: 'null::varchar' };
  const columns = [
    `${constant(owner.ingestId)} as ingestId`,
    `${constant(owner.svcUserId)} as svcUserId`,
    `${constant(owner.ownerName)} as apiOwnerUsername`,
    `${constant(owner.fileId)} as fileId`,
    `${constant(owner.provider)} as provider`,
    `${constant(raw.operationType)} as operationType`,
    `${raw.originalOperationType ? constant(raw.originalOperationType) : 'null::varchar'} as originalOperationType`,
    'date_trunc(\'milliseconds\', "timestamp") as "timestamp"',
    'coalesce(fieldIds, []) as fieldIds',
    ...properties,
    `${products.ofFile} as ${identifier(storedProducts.ofFile)}`,
    `${products.inOneUnit} as ${identifier(storedProducts.inOneUnit)}`,
    `${raw.product ? raw.product.tankMix : 'null'}::boolean as tankMix`,
    `${present.has(leftOutMember) ? leftOutMember : 'null::varchar'} as ${leftOutMember}`,
    'lon',
    'lat',
    '"row"::bigint as sourceRow',
  ];
  // Row groups are not ordered, since waiting groups would have to be kept on disk.
  return copyTo('lake.parquet', `select ${columns.join(', ')} from located`, 'preserve_order false', work);
}

/** The units of the products of the kept points. */
async function productUnitsIn(work: WorkDatabase): Promise<string[]> {
  const found = await work.rows<{ unit: string | null }>(
    'select distinct product.rate.unit as unit from (select unnest(products) as product from located)',
  );
  return found.flatMap(({ unit }) => unit ?? []);
}

/**
 * A string that is the same in all rows, as an enumeration: its dictionary is known, and no row has to be looked up in
 * it.
 */
function constant(value: string): string {
  return `${text(value)}::enum(${text(value)})`;
}

/** Writes rows with their shapes and boxes along a Hilbert curve. */
async function writeGeoParquet(
  name: string,
  columns: readonly string[],
  { type, rows, geometry, box }: RowShape,
  work: WorkDatabase,
): Promise<string> {
  const bbox = await extentOf(`select ${box} as box from (${rows})`, work);
  const members = [...columns, `st_aswkb(${geometry}) as geometry`, `${box} as bbox`];
  const geo = geoparquetMetadata([{ name: 'geometry', types: [type], bbox, cover: 'bbox' }]);
  const sorted = `select * from (${withHilbert(rows, bbox)}) order by hilbert, "row"`;
  const options = `preserve_order true, kv_metadata {geo: ${text(geo)}}`;
  return copyTo(name, `select ${members.join(', ')} from (${sorted})`, options, work);
}

async function copyTo(name: string, from: string, options: string, work: WorkDatabase): Promise<string> {
  const path = join(work.directory, name);
  await work.runApart(`copy (${from}) to ${text(path)} (format parquet, compression zstd, compression_level ${zstdLevel},
    row_group_size ${rowsInGroup}, dictionary_size_limit ${maxRepeated}, ${options})`);
  return path;
}

/** The extent of a query's `box`. */
async function extentOf(boxes: string, work: WorkDatabase): Promise<Extent> {
  const [extent] = await work.rows<Record<string, number | null>>(
    `select min(box.xmin) as west, min(box.ymin) as south, max(box.xmax) as east, max(box.ymax) as north from (${boxes})`,
  );
  return [Number(extent?.west), Number(extent?.south), Number(extent?.east), Number(extent?.north)];
}
