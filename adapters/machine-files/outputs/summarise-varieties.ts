import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import type { Summary } from '../../../domain/machine-files/summary.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { amount, figure } from './amount.ts';

/** Totals of a variety: sums, and rates as sums over the area. */
const sums = ['wetMass', 'dryMass', 'wetVolume', 'dryVolume'] as const;
const rates = ['wetMassPerArea', 'dryMassPerArea'] as const;

/** Maximum varieties of a field; more indicate that the column contains something else. */
const maxVarieties = 100;

type Variety = NonNullable<Summary['properties']['varieties']>[number];
type Row = { name: string; area: number } & Record<string, number | string | null>;

/** The varieties of the kept points, by decreasing area; none if the source names none. */
export async function summariseVarieties(
  { operationType }: RawSet,
  units: PointUnits,
  work: WorkDatabase,
): Promise<Variety[]> {
  if (operationType !== 'harvested' && operationType !== 'planted') return [];
  const columns =
    operationType === 'planted'
      ? [...stat('seedRate', rateOf('seedRate')), 'sum(seedRate * area) as total']
      : [
          ...stat('harvestMoisture', 'avg(harvestMoisture)'),
          ...sums.map((name) => `sum(${name}) as ${name}`),
          ...rates.map((name) => `${rateOf(name)} as ${name}`),
        ];
  const rows = await work.rows<Row>(`select variety as name, sum(area) as area, ${columns.join(', ')}
    from presented where ${isCounted} and variety is not null group by variety
    order by sum(area) desc, variety limit ${maxVarieties}`);
  return rows.map((row) => ({
    name: row.name,
    area: { value: figure(row.area), unit: units.area },
    ...(operationType === 'planted' ? planted(row, units) : harvested(row, units)),
  }));
}

function rateOf(name: PointPropertyName): string {
  const column = identifier(name);
  return `sum(${column} * area) / nullif(sum(area) filter (${column} is not null), 0)`;
}

function stat(name: PointPropertyName, average: string): string[] {
  return [`${average} as avg`, `min(${identifier(name)}) as min`, `max(${identifier(name)}) as max`];
}

function planted(row: Row, units: PointUnits): object {
  const { value, unit } = amount(Number(row.total ?? 0), units.seedRate ?? 'seeds/ha', units);
  return { rate: statOf(row, units.seedRate), totalPlanted: { value: Math.trunc(value), unit } };
}

function harvested(row: Row, units: PointUnits): object {
  const present = [...sums, ...rates].filter((name) => row[name] !== null && units[name]);
  return {
    harvestMoisture: statOf(row, units.harvestMoisture),
    ...Object.fromEntries(present.map((name) => [name, { value: figure(row[name] ?? 0), unit: units[name] }])),
  };
}

function statOf({ avg, min, max }: Row, unit: string | undefined): object {
  return { avg: figure(avg ?? 0), min: figure(min ?? 0), max: figure(max ?? 0), unit };
}
