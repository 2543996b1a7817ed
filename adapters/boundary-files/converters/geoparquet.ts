import { nameColumns, pickName } from '../../../domain/boundary-files/field-name.ts';
import { type ProblemLocation, problem } from '../../../domain/boundary-files/problem.ts';
import { decodeWkb, WkbError } from '../../../domain/geometry/wkb.ts';
import { duckDbInstall, openDuckDb } from '../../duckdb/duckdb.ts';
import { requireGdal } from '../../gdal/gdal-dataset.ts';
import { asIs, findSystem, type Reprojection, reprojectionFrom } from '../../gdal/reproject.ts';
import { type Conversion, ConversionError, type Converter, reasonOf, withoutPaths } from '../conversion.ts';

interface GeoColumn {
  encoding?: unknown;
  /** PROJJSON; absent means OGC:CRS84, null means unknown. */
  crs?: unknown;
}

/** Reads GeoParquet with its geometry as well-known binary (the usual encoding), or as Parquet's geometry type. */
export const readGeoParquet: Converter = async function* readGeoParquet(set, conversion) {
  const location = { file: set.file };
  const connection = await openDuckDb(set.path);
  if (!connection) {
    throw new ConversionError(
      problem('engineMissing', location, { engine: 'DuckDB', need: 'reading GeoParquet', install: duckDbInstall }),
    );
  }
  try {
    const columns = await explained(location, () => connection.columns());
    const { name: geometryName, column } = await explained(location, async () =>
      geometryColumn(await connection.keyValue('geo'), columns),
    );
    const reproject = reprojectionOf(column, location, conversion);
    const names = nameColumns([...columns.keys()].filter((name) => name !== geometryName));
    let feature = 0;
    for await (const [wkb, ...values] of explainedRows(location, connection.rows(geometryName, names))) {
      const where = { ...location, feature: ++feature };
      yield { feature, read: () => ({ name: pickName(values), geometry: reproject(geometryOf(wkb, where), where) }) };
    }
  } finally {
    connection.close();
  }
};

function geometryColumn(
  metadata: string | undefined,
  columns: Map<string, string>,
): { name: string; column: GeoColumn } {
  if (metadata) {
    const { primary_column: primary, columns: described } = JSON.parse(metadata) as {
      primary_column?: unknown;
      columns?: Record<string, GeoColumn>;
    };
    const name = String(primary ?? 'geometry');
    const column = described?.[name];
    if (!column || !columns.has(name)) throw new Error(`its geometry column "${name}" is missing`);
    if (column.encoding !== 'WKB')
      throw new Error(`its geometry is encoded as ${JSON.stringify(column.encoding)}, and only WKB is read`);
    return { name, column };
  }
  const typed = [...columns].find(([, type]) => type.startsWith('GEOMETRY'))?.[0];
  if (!typed) throw new Error('it is a Parquet file without a geometry');
  return { name: typed, column: {} };
}

function reprojectionOf({ crs }: GeoColumn, location: ProblemLocation, conversion: Conversion): Reprojection {
  if (crs === undefined || isCrs84(crs)) return asIs;
  if (crs === null) {
    conversion.report(problem('assumedWgs84', location));
    return asIs;
  }
  if (typeof crs !== 'object' || Array.isArray(crs)) {
    const name = JSON.stringify(crs).slice(0, 60);
    throw new ConversionError(problem('unknownProjection', location, { name, reason: 'it is not PROJJSON' }));
  }
  const gdal = requireGdal(conversion, location.file, 'GeoParquet file in another coordinate system than WGS 84');
  const name = String((crs as { name?: unknown }).name ?? 'unnamed').slice(0, 60);
  const system = findSystem(gdal, JSON.stringify(crs), name, location);
  return reprojectionFrom(gdal, system, location, true, conversion.report);
}

function isCrs84(crs: unknown): boolean {
  const id = (crs as { id?: { authority?: unknown; code?: unknown } } | null)?.id;
  return (id?.authority === 'OGC' && id.code === 'CRS84') || (id?.authority === 'EPSG' && Number(id.code) === 4326);
}

function geometryOf(wkb: Uint8Array | null, location: ProblemLocation) {
  if (!wkb) return { polygons: [], others: [] };
  try {
    return decodeWkb(wkb);
  } catch (error) {
    if (!(error instanceof WkbError)) throw error;
    throw new ConversionError(problem('malformedGeometry', location, { reason: `cannot be read: ${error.message}` }), {
      cause: error,
    });
  }
}

function unreadable(location: ProblemLocation, error: unknown): ConversionError {
  const reason = withoutPaths(reasonOf(error).split('\n')[0] ?? '');
  return new ConversionError(problem('unreadableFile', location, { format: 'GeoParquet', reason }), { cause: error });
}

async function explained<T>(location: ProblemLocation, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw unreadable(location, error);
  }
}

async function* explainedRows<T>(location: ProblemLocation, rows: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = rows[Symbol.asyncIterator]();
  for (;;) {
    const next = await explained(location, () => iterator.next());
    if (next.done) return;
    yield next.value;
  }
}
