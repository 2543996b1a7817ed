import {
  type DecidedUnit,
  decideUnit,
  type UnitWeights,
} from '../../../domain/machine-files/points/columns/decide-unit.ts';
import type { Dimension } from '../../../domain/machine-files/points/columns/simple-units.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { readingsOf } from '../../../domain/machine-files/points/units.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { shownDimensions } from '../../../domain/machine-files/problems/units.ts';
import type { RawSet, RawValue } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';

type NamedValue = RawValue & Required<Pick<RawValue, 'unit' | 'named'>>;

/** A value with what was decided about its unit. */
interface Settled {
  value: NamedValue;
  usual: number | undefined;
  decided: DecidedUnit;
}

/**
 * Holds the units that a source writes against the names of its columns: each value gets the one unit that its spelling means for it,
 * and is left out with a problem where name and unit measure different things. Every reader's values pass this on their way to points.
 *
 * @param weights of units that have none of their own, in kilograms.
 */
export async function settleUnits(
  raw: RawSet,
  file: string,
  work: WorkDatabase,
  weights: UnitWeights,
): Promise<RawSet> {
  const named = raw.values.filter(
    (value): value is NamedValue => value.unit !== undefined && value.named !== undefined,
  );
  const usual = await usualValues(named, work);
  const settled = named.map((value): Settled => {
    const { property, unit: written, named } = value;
    const beside = certainDimension(raw.values, counterparts[property]);
    const median = usual.get(value);
    const decided = decideUnit({ property, written, dimensions: named.dimensions, usual: median, beside, weights });
    return { value, usual: median, decided };
  });
  const values = raw.values.flatMap((value): RawValue[] => {
    const found = settled.find((one) => one.value === value)?.decided;
    if (!found) return [value];
    if ('unit' in found) {
      const { unit, times } = found;
      return [{ ...value, unit, ...(times !== undefined && { sql: `try_cast((${value.sql}) as double) * ${times}` }) }];
    }
    // Unknown units are named with those of products.
    return found.fault === 'unknown' ? [value] : [];
  });
  const notes = settled.flatMap(({ value: { named, unit } }) =>
    named.isAssumed ? [`${named.column}, which may be ${shownDimensions(named.dimensions)}, was read in ${unit}`] : [],
  );
  return { ...raw, values, notes: [...raw.notes, ...notes], problems: [...raw.problems, ...problemsOf(file, settled)] };
}

const counterparts: Partial<Record<PointPropertyName, PointPropertyName>> = {
  appliedRate: 'appliedRateTarget',
  appliedRateTarget: 'appliedRate',
  seedRate: 'seedRateTarget',
  seedRateTarget: 'seedRate',
};

function certainDimension(values: RawValue[], property: PointPropertyName | undefined): Dimension | undefined {
  const { unit, named } = values.find((value) => value.property === property) ?? {};
  if (unit === undefined || named?.isAssumed) return undefined;
  const fitting = readingsOf(unit).filter(({ dimension }) => !named || named.dimensions.includes(dimension));
  const dimensions = new Set(fitting.map(({ dimension }) => dimension));
  return dimensions.size === 1 ? [...dimensions][0] : undefined;
}

/** The medians of values whose unit has several readings. */
async function usualValues(named: NamedValue[], work: WorkDatabase): Promise<Map<RawValue, number>> {
  const doubtful = named.filter(({ unit }) => readingsOf(unit).length > 1);
  if (doubtful.length === 0) return new Map();
  const medians = doubtful.map(({ sql }, index) => {
    const value = `try_cast((${sql}) as double)`;
    return `median(${value}) filter (${value} > 0 and ${value} < 1e30) as m${index}`;
  });
  const [found] = await work.rows<Record<string, number | null>>(`select ${medians.join(', ')} from raw`);
  return new Map(
    doubtful.flatMap((value, index) => {
      const median = found?.[`m${index}`];
      return typeof median === 'number' ? [[value, median] as const] : [];
    }),
  );
}

function problemsOf(file: string, settled: Settled[]): MachineProblem[] {
  const contradicting = settled.flatMap(({ value: { named, unit }, decided }) =>
    'fault' in decided && decided.fault === 'otherDimension'
      ? [{ column: named.column, unit, says: named.dimensions, measures: decided.measures }]
      : [],
  );
  const undecided = settled.flatMap(({ value: { named, unit }, usual, decided }) =>
    'fault' in decided && decided.fault === 'otherCase'
      ? [{ column: named.column, unit, usual, meant: decided.meant }]
      : [],
  );
  const likely = settled.flatMap(({ value: { named, unit }, decided }) =>
    'unit' in decided && decided.because !== undefined
      ? [{ column: named.column, unit, read: decided.unit, because: decided.because }]
      : [],
  );
  const unweighed = settled.flatMap(({ value: { named, unit }, decided }) =>
    'fault' in decided && decided.fault === 'unweighed'
      ? [{ column: named.column, unit, setting: decided.setting }]
      : [],
  );
  return [
    ...(unweighed.length > 0 ? [machineProblem('unweighedUnits', file, { columns: unweighed })] : []),
    ...(contradicting.length > 0 ? [machineProblem('contradictingUnits', file, { columns: contradicting })] : []),
    ...(undecided.length > 0 ? [machineProblem('undecidedUnits', file, { columns: undecided })] : []),
    ...(likely.length > 0 ? [machineProblem('likelyUnits', file, { columns: likely })] : []),
  ];
}
