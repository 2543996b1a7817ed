import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { parseUnit } from '../../../domain/machine-files/points/units.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import type { RawSet, RawValue } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';

/**
 * What the usual value of a share has at least and at most, in percent, if its column has fractions: dry hay has 8 % of moisture and beet 80, starchy roots have 1 % of protein
 * and soya 50, and planters single out more than half of the seeds. None of them is at most 1 % in a whole column.
 */
const usualShares: Partial<Record<PointPropertyName, { min: number; max: number }>> = {
  harvestMoisture: { min: 3, max: 95 },
  proteinPercentage: { min: 3, max: 70 },
  singulation: { min: 50, max: 100 },
};

/** Fewer values say nothing of a column. */
const fewest = 3;

/**
 * Reads columns of moisture, protein and singulation in percent that were written as fractions, such as 0.17 for 17 %: the whole column decides, with no value above 1.
 *
 * @param raw whose values refer to `said`.
 * @returns the set with these values in percent, and a problem that says so.
 */
export async function percentOfFractions(
  raw: RawSet,
  file: string,
  work: WorkDatabase,
): Promise<{ raw: RawSet; problems: MachineProblem[] }> {
  const shares = raw.values.filter(
    ({ property, unit = '' }) => usualShares[property] && parseUnit(unit)?.dimension === 'percent',
  );
  if (shares.length === 0) return { raw, problems: [] };
  const columns = shares.map(({ sql, unit = '' }, index) => {
    const value = `try_cast((${sql}) as double) * ${parseUnit(unit)?.factor ?? 1}`;
    return `max(${value}) as high${index}, median(${value}) filter (${value} > 0) as usual${index}, count(*) filter (${value} > 0) as n${index}`;
  });
  const [found = {}] = await work.rows<Record<string, number | string | null>>(
    `select ${columns.join(', ')} from said`,
  );
  const asFractions = shares.filter(({ property }, index) => {
    const usual = Number(found[`usual${index}`] ?? 0) * 100;
    const { min = 0, max = 0 } = usualShares[property] ?? {};
    const isFraction = Number(found[`n${index}`] ?? 0) >= fewest && Number(found[`high${index}`]) <= 1;
    return isFraction && usual >= min && usual <= max;
  });
  if (asFractions.length === 0) return { raw, problems: [] };
  const inPercent = (value: RawValue): RawValue =>
    asFractions.includes(value) ? { ...value, sql: `(${value.sql}) * 100` } : value;
  const details = asFractions.map((value) => ({
    property: value.property,
    high: Number(found[`high${shares.indexOf(value)}`]),
  }));
  return {
    raw: { ...raw, values: raw.values.map(inPercent) },
    problems: [machineProblem('sharesAsFractions', file, { columns: details })],
  };
}
