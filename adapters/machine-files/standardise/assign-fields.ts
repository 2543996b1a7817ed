import { insideOf } from '../../../domain/geometry/inside.ts';
import { type Bounds, boundsOf } from '../../../domain/geometry/multi-polygon.ts';
import type { TouchedField } from '../../../domain/machine-files/machine-file-engine.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { WorkDatabase } from '../work-database.ts';
import { isKept } from './counted-points.ts';

/**
 * Creates the table `placed` with `fieldIds`, in the order of the fields, for each kept row of `presented` that is in a
 * field.
 *
 * @returns the fields with at least one point that counts, each with the bounding box of these points.
 */
export async function assignFields(fields: TouchedField[], work: WorkDatabase): Promise<Record<string, Bounds>> {
  const tests = fields.flatMap(({ id, shape }, index) => {
    const bounds = boundsOf(shape.coordinates);
    if (!bounds) return [];
    const [west, south, east, north] = bounds;
    const name = `inside_${index}`;
    work.defineInsideTest(name, insideOf(shape));
    return [
      `case when lon between ${west} and ${east} and lat between ${south} and ${north}
      and ${name}(lon, lat) then ${text(id)} end`,
    ];
  });
  await work.run(`create table placed as select * from (
    select "row", lon as x, lat as y, leftOut is null as isCounted, list_filter([${tests.join(', ')}]::varchar[], lambda id: id is not null) as fieldIds
    from presented where ${isKept}) where len(fieldIds) > 0`);
  const found = await work.rows<Box>(`select id, min(x) as west, min(y) as south, max(x) as east, max(y) as north
    from (select x, y, unnest(fieldIds) as id from placed where isCounted) group by id`);
  const boxes = new Map(found.map(({ id, west, south, east, north }) => [id, [west, south, east, north] as const]));
  return Object.fromEntries(
    fields.flatMap(({ id }) => {
      const box = boxes.get(id);
      return box ? [[id, box.map(Number) as Bounds]] : [];
    }),
  );
}

type Box = { id: string } & Record<'west' | 'south' | 'east' | 'north', number | string>;
