import { metresPerDegreeSql } from '../../../domain/geometry/local-plane.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import type { Meaning } from '../../../domain/machine-files/points/column-meanings.ts';
import {
  type MeasuredColumn,
  type MeasuredProperty,
  measuredSystem,
  metricYield,
} from '../../../domain/machine-files/points/columns/measured-system.ts';
import type { UnitSystem } from '../../../domain/machine-files/points/columns/unit-system.ts';
import { openMeanings } from '../../../domain/machine-files/points/stated-units.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { columnOf, type RawSet } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import type { UnitsOfRows } from './units-of-rows.ts';

/** The units of columns whose names state none, by the values in them. */
export interface MeasuredUnits {
  /** Undefined if the columns state it themselves, or if it could not be decided. */
  system?: UnitSystem | undefined;
  /** The units of yields, which metric exports write in tonnes or in kilograms. */
  yields: Record<string, 't/ha' | 'kg/ha'>;
  notes: string[];
  problems: MachineProblem[];
}

/** The rows whose steps are compared, in metres: neither the jitter of a machine that stands, nor a gap. */
const steps = { min: 0.2, max: 50 };
const longestSeconds = 30;

/**
 * Decides between the units of the United States and metric ones for the columns of `raw` that state neither: from distances, widths and speeds beside those that
 * positions, ground and times give.
 */
export async function measuredUnits(
  file: string,
  rows: { columns: AppendedColumn[]; areAreas?: boolean } & Pick<RawSet, 'time'>,
  operation: OperationType,
  { unitOf, left }: Pick<UnitsOfRows, 'unitOf' | 'left'>,
  work: WorkDatabase,
): Promise<MeasuredUnits> {
  const names = rows.columns.flatMap(({ name }) => (left.has(name) ? [] : [name]));
  const open = openMeanings(names, operation, unitOf);
  if (open.length === 0) return { yields: {}, notes: [], problems: [] };
  const measured = await measure(open, rows, work);
  const system = measuredSystem(measured);
  const usual = await usualValues(open, rows.columns, work);
  if (system === undefined) {
    const assumed = open.map(({ column, unit = '' }) => ({ column, unit, usual: usual.get(column) }));
    return { yields: {}, notes: [], problems: [machineProblem('assumedUnits', file, { assumed, measured })] };
  }
  const yields = open.filter(({ property }) => property === 'wetMassPerArea' || property === 'dryMassPerArea');
  const by = measured.map(({ column, times }) => `${column}, ${times.toFixed(2)} times what its positions give`);
  return {
    system,
    yields:
      system === 'us'
        ? {}
        : Object.fromEntries(yields.map(({ column }) => [column, metricYield(usual.get(column) ?? 0)])),
    notes: [`columns without a unit are in ${system === 'us' ? 'US' : 'metric'} ones by ${by.join(' and ')}`],
    problems: [],
  };
}

async function measure(
  open: readonly Meaning[],
  { columns, areAreas, time }: Parameters<typeof measuredUnits>[1],
  work: WorkDatabase,
): Promise<MeasuredColumn[]> {
  const of = (property: string) => open.find((meaning) => meaning.property === property)?.column;
  const sqlOf = (column: string | undefined) => (column && columnOf(columns, column)) ?? 'null';
  const names = { distance: of('distance'), equipmentWidth: of('equipmentWidth'), speed: of('speed') };
  const section = columns.findIndex(({ name }) => /^section_?id$/i.test(name));
  const metres = metresPerDegreeSql('lat');
  const ratios: Record<MeasuredProperty, string> = {
    distance: 'distance / metres',
    equipmentWidth: 'width * metres / ground',
    speed: 'speed * seconds / metres',
  };
  const figures = Object.entries(ratios).map(
    ([property, ratio]) => `median(${ratio}) as ${property}_times, count(${ratio}) as ${property}_rows`,
  );
  const [found] = await work.rows<Record<string, number | string | null>>(`with
    placed as (select lon, lat, ${areAreas ? 'nullif(ground, 0)' : 'null::double'} as ground,
      nullif(try_cast(${sqlOf(names.distance)} as double), 0) as distance,
      nullif(try_cast(${sqlOf(names.equipmentWidth)} as double), 0) as width,
      nullif(try_cast(${sqlOf(names.speed)} as double), 0) as speed,
      epoch(${time?.sql ?? 'null::timestamp'}) as moment,
      ${section < 0 ? 'null' : columnOf(columns, columns[section]?.name ?? '')} as section, "row" from raw),
    stepped as (select *,
      sqrt(pow((lon - lag(lon) over rows_of) * ${metres.longitude}, 2)
        + pow((lat - lag(lat) over rows_of) * ${metres.latitude}, 2)) as metres, moment - lag(moment) over rows_of as since
      from placed window rows_of as (partition by section order by "row")),
    moved as (select *, case when since > 0 and since <= ${longestSeconds} then since end as seconds
      from stepped where metres between ${steps.min} and ${steps.max})
    select ${figures.join(', ')} from moved`);
  return Object.entries(names).flatMap(([property, column]) => {
    const [times, rows] = [Number(found?.[`${property}_times`]), Number(found?.[`${property}_rows`])];
    return column && rows > 0 && times > 0 ? [{ property: property as MeasuredProperty, column, times, rows }] : [];
  });
}

/** The median of each column's values above 0. */
async function usualValues(
  open: readonly Meaning[],
  columns: AppendedColumn[],
  work: WorkDatabase,
): Promise<Map<string, number>> {
  const medians = open.map(({ column }, index) => {
    const value = `try_cast(${columnOf(columns, column)} as double)`;
    return `median(${value}) filter (${value} > 0 and ${value} < 1e30) as m${index}`;
  });
  const [found] = await work.rows<Record<string, number | null>>(`select ${medians.join(', ')} from raw`);
  const pairs = open.map(({ column }, index) => [column, found?.[`m${index}`]] as const);
  return new Map(pairs.flatMap(([column, value]) => (typeof value === 'number' ? [[column, value] as const] : [])));
}
