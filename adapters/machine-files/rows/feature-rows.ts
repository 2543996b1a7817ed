import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import { writtenColumns } from './written-columns.ts';

/** Maximum members of properties; objects with more are not rows of a table. */
const maxColumns = 300;

/** The rows of features. */
export interface FeatureRows {
  columns: AppendedColumn[];
  /** Whether features are polygons, whose square metres are in `ground`. */
  areAreas: boolean;
}

/** Fills `raw` from a GeoJSON FeatureCollection, and returns the members of its properties. */
export async function fillFromFeatures({ path, bytes }: MachineMember, work: WorkDatabase): Promise<FeatureRows> {
  // The row engine reads a collection as one value, and allocates twice its declared maximum.
  await work.run(`create table features as select unnest(features) as feature, generate_subscripts(features, 1) - 1 as "row"
    from read_json(${text(path)}, columns = {features: 'JSON[]'}, maximum_object_size = ${bytes + 1024})`);
  return spreadFeatures(work);
}

/** Fills `raw` from a file with a GeoJSON feature in each line. */
export async function fillFromFeatureLines(path: string, work: WorkDatabase): Promise<FeatureRows> {
  await work.run(`create table features as select json as feature, row_number() over () - 1 as "row"
    from read_json_objects(${text(path)}, format = 'newline_delimited', maximum_object_size = ${maxFeatureBytes})`);
  return spreadFeatures(work);
}

/** Maximum bytes of a feature, larger than any swath. */
const maxFeatureBytes = 64 * 1024 * 1024;

/** Makes `raw` of the table `features`: the points, and the polygons by the middle of their first ring. */
async function spreadFeatures(work: WorkDatabase): Promise<FeatureRows> {
  const found = await work.rows<{ name: string }>(`select name from (
      select "row", unnest(json_keys(feature, '$.properties')) as name from features)
    where not regexp_matches(name, '^[$/]') group by name order by min("row"), name limit ${maxColumns}`);
  const names = found.map(({ name }) => name);
  const members = names.map((name) => `feature->'properties'->>${text(name)}`);
  const { columns, values } = await writtenColumns(names, members, 'features', '.', work);
  const [counted] = await work.rows<{ areas: string }>(
    `select count(*) filter (${kind} in ('Polygon', 'MultiPolygon')) as areas from features`,
  );
  const areAreas = Number(counted?.areas ?? 0) > 0;
  const coordinate = (axis: 0 | 1) => `case when ${kind} = 'Point'
      then try_cast(json_extract_string(feature, '$.geometry.coordinates[${axis}]') as double) end`;
  const positions = areAreas
    ? `coalesce(${coordinate(0)}, middleLon) as lon, coalesce(${coordinate(1)}, middleLat) as lat, ground`
    : `${coordinate(0)} as lon, ${coordinate(1)} as lat`;
  await work.run(`create table raw as select "row"::double as "row", ${[positions, ...values].join(', ')}
    from features${areAreas ? ` left join (${measuredPolygons}) using ("row") order by "row"` : ''}`);
  await work.run('drop table features');
  return { columns, areAreas };
}

const kind = `feature->'geometry'->>'type'`;
const metres = metresPerDegreeSql('ring[1][2]');
const coordinates = (depth: string) => `try_cast(feature->'geometry'->'coordinates' as double${depth})`;

/**
 * The polygons of features: the middle of their first ring, and the square metres of all. The first ring of a polygon is its
 * outline and the others are its holes (RFC 7946, 3.1.6). Coordinates are taken from the first one of a ring, so that the
 * differences of products keep their digits.
 */
const measuredPolygons = `with polygons as (
    select "row", unnest(case ${kind} when 'Polygon' then [${coordinates('[][][]')}]
      when 'MultiPolygon' then ${coordinates('[][][][]')} end) as rings from features),
  numbered as (select "row", row_number() over (partition by "row") as polygon, rings from polygons),
  ringed as (
    select "row", polygon, generate_subscripts(rings, 1) as number, unnest(rings) as ring from numbered),
  placed as (
    select *, [corner[1] - ring[1][1] for corner in ring] as xs, [corner[2] - ring[1][2] for corner in ring] as ys
    from ringed),
  crossed as (
    select *, [xs[i] * ys[i + 1] - xs[i + 1] * ys[i] for i in generate_series(1, len(xs) - 1)] as crosses from placed),
  measured as (
    select "row", polygon, number,
      ring[1][1] + coalesce(list_sum([(xs[i] + xs[i + 1]) * crosses[i] for i in generate_series(1, len(crosses))])
        / nullif(3 * list_sum(crosses), 0), list_avg(xs)) as lon,
      ring[1][2] + coalesce(list_sum([(ys[i] + ys[i + 1]) * crosses[i] for i in generate_series(1, len(crosses))])
        / nullif(3 * list_sum(crosses), 0), list_avg(ys)) as lat,
      abs(list_sum(crosses)) / 2 * ${metres.longitude} * ${metres.latitude} as ground
    from crossed)
  select "row", first(lon) filter (polygon = 1 and number = 1) as middleLon,
    first(lat) filter (polygon = 1 and number = 1) as middleLat,
    sum(case when number = 1 then ground else -ground end) as ground
  from measured group by "row"`;
