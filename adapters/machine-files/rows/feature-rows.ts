import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import { writtenColumns } from './written-columns.ts';

/** Maximum members of properties; objects with more are not rows of a table. */
const maxColumns = 300;

/** Fills `raw` from the points of a GeoJSON FeatureCollection, and returns the members of their properties. */
export async function fillFromFeatures({ path, bytes }: MachineMember, work: WorkDatabase): Promise<AppendedColumn[]> {
  // The row engine reads a collection as one value, and allocates twice its declared maximum.
  await work.run(`create table features as select unnest(features) as feature, generate_subscripts(features, 1) - 1 as "row"
    from read_json(${text(path)}, columns = {features: 'JSON[]'}, maximum_object_size = ${bytes + 1024})`);
  const found = await work.rows<{ name: string }>(`select name from (
      select "row", unnest(json_keys(feature, '$.properties')) as name from features)
    where not regexp_matches(name, '^[$/]') group by name order by min("row"), name limit ${maxColumns}`);
  const members = found.map(({ name }) => `feature->'properties'->>${text(name)}`);
  const names = found.map(({ name }) => name);
  const { columns, values } = await writtenColumns(names, members, 'features', '.', work);
  const coordinate = (axis: 0 | 1) => `case when feature->'geometry'->>'type' = 'Point'
      then try_cast(json_extract_string(feature, '$.geometry.coordinates[${axis}]') as double) end`;
  await work.run(`create table raw as select "row"::double as "row", ${coordinate(0)} as lon, ${coordinate(1)} as lat,
    ${values.join(', ')} from features`);
  await work.run('drop table features');
  return columns;
}
