import { statedUnit } from '../../../domain/machine-files/points/column-meanings.ts';
import { plainName } from '../../../domain/machine-files/points/columns/header-text.ts';
import { plannedRates } from '../../../domain/machine-files/points/planned-rates.ts';
import { parseUnit } from '../../../domain/machine-files/points/units.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { columnOf, productColumnIn, rawColumn } from '../raw-set.ts';
import type { FeatureRows } from '../rows/feature-rows.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Names of columns with the unit of the rates in each row. */
const unitNames = /^(rate)?(unit|units|uom)$/;

/** What the prescription in `raw` plans, as a problem; undefined for rows of anything else. */
export async function prescriptionIn(
  file: string,
  { columns, areAreas }: FeatureRows,
  work: WorkDatabase,
): Promise<MachineProblem | undefined> {
  const planned = plannedRates(columns.map(({ name }) => name));
  if (planned.length === 0) return undefined;
  const units = columns.findIndex(({ name }) => unitNames.test(plainName(name)));
  const unit = units < 0 ? undefined : await onlyValue(rawColumn(units), work);
  const { productColumn } = productColumnIn(columns);
  const product = productColumn && (await onlyValue(productColumn, work));
  const rates = [];
  for (const column of planned) {
    const value = `try_cast(${columnOf(columns, column)} as double)`;
    const [range] = await work.rows<{ min: number | null; max: number | null }>(
      `select min(${value}) as min, max(${value}) as max from raw where isfinite(${value}) and abs(${value}) < 1e30`,
    );
    const { min, max } = range ?? {};
    const stated = statedUnit(column) ?? (unit && parseUnit(unit) ? unit : undefined);
    if (typeof min === 'number' && typeof max === 'number')
      rates.push({ column, min, max, ...(stated && { unit: stated }) });
  }
  const [counted] = await work.rows<{ count: number }>('select count(*)::integer as count from raw');
  const what = areAreas ? ('polygons' as const) : ('points' as const);
  return machineProblem('prescription', file, { rates, count: counted?.count ?? 0, what, ...(product && { product }) });
}

/** The text that a column has in all rows. */
async function onlyValue(column: string, work: WorkDatabase): Promise<string | undefined> {
  const values = await work.rows<{ value: string }>(
    `select distinct ${column}::varchar as value from raw where ${column} is not null limit 2`,
  );
  return values.length === 1 ? values[0]?.value.trim() || undefined : undefined;
}
