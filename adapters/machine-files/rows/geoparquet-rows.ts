import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { rawColumn } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';

const numberTypes = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL)/;
const metres = metresPerDegreeSql('y');

/**
 * Fills `raw` from a GeoParquet file of points, or of polygons, whose position is their centroid. `ground` is the
 * square metres of a polygon's first ring, `part` the number of a row among those of the same time, from 1.
 *
 * @param time the name of the column with the time of a row.
 * @throws Error if it is not such a file.
 */
export async function fillFromGeoParquet(
  path: string,
  time: string | undefined,
  work: WorkDatabase,
): Promise<AppendedColumn[]> {
  const described = await work.rows<{ column_name: string; column_type: string }>(
    `describe select * from read_parquet(${text(path)})`,
  );
  const geometry = described.find(({ column_name: name, column_type: type }) => {
    return type.startsWith('GEOMETRY') || (type === 'BLOB' && /^geom(etry)?$/i.test(name));
  });
  if (!geometry) throw new Error('it is a Parquet file without a geometry');
  const system = /^GEOMETRY\('(.+)'\)$/.exec(geometry.column_type)?.[1];
  if (system !== undefined && !/^(OGC:CRS84|EPSG:4326)$/.test(system)) {
    throw new Error(`its coordinates are in ${system.slice(0, 60)}, and the standard has them in degrees (WGS 84)`);
  }
  const own = described.filter((column) => column !== geometry);
  const columns = own.map(({ column_name: name, column_type: type }): AppendedColumn => {
    return { name, type: numberTypes.test(type) ? 'DOUBLE' : 'VARCHAR' };
  });
  const values = columns.map(({ name, type }, index) => `${identifier(name)}::${type} as ${rawColumn(index)}`);
  const shape = identifier(geometry.column_name);
  const wkt = geometry.column_type === 'BLOB' ? `st_astext(st_geomfromwkb(${shape}))` : `st_astext(${shape})`;
  await work.run(`create table shaped as
    select file_row_number as "row", ${values.join(', ')}${values.length > 0 ? ',' : ''} ${wkt} as wkt
    from read_parquet(${text(path)}, file_row_number = true)`);
  const timeIndex = columns.findIndex(({ name }) => name === time);
  const part = timeIndex < 0 ? 'null' : `row_number() over (partition by ${rawColumn(timeIndex)} order by "row")`;
  await work.run(`create table raw as
    with ringed as (
      select * exclude (wkt), [[try_cast(xy as double) for xy in string_split(pair, ' ') if xy <> '']
        for pair in string_split(regexp_extract(wkt, '\\(([^()]+)\\)', 1), ',')] as ring
      from shaped),
    placed as (
      select *, ring[1][1] as x, ring[1][2] as y,
        [(corner[1] - ring[1][1]) for corner in ring] as xs, [(corner[2] - ring[1][2]) for corner in ring] as ys
      from ringed),
    crossed as (
      select *, [xs[i] * ys[i + 1] - xs[i + 1] * ys[i] for i in generate_series(1, len(xs) - 1)] as crosses
      from placed)
    select "row"::double as "row",
      x + coalesce(list_sum([(xs[i] + xs[i + 1]) * crosses[i] for i in generate_series(1, len(crosses))])
        / nullif(3 * list_sum(crosses), 0), list_avg(xs)) as lon,
      y + coalesce(list_sum([(ys[i] + ys[i + 1]) * crosses[i] for i in generate_series(1, len(crosses))])
        / nullif(3 * list_sum(crosses), 0), list_avg(ys)) as lat,
      abs(list_sum(crosses)) / 2 * ${metres.longitude} * ${metres.latitude} as ground, ${part} as part,
      ${columns.map((_, index) => rawColumn(index)).join(', ')}
    from crossed order by "row"`);
  await work.run('drop table shaped');
  return columns;
}
