import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { fastestWork, rangeOf } from '../../../domain/machine-files/points/plausible-values.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import { shownFigure } from '../../../domain/machine-files/problems/contradictions.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { type Limit, type PointSums, usualValue } from './point-sums.ts';

const judged = ['appliedRate', 'seedRate', 'wetMassPerArea', 'harvestMoisture', 'tillageDepthActual'] as const;
/** Fewer values are no usual ones. */
const fewest = 5;

/** The largest usual values that a kind of work can have. */
export function limitsOf(operation: OperationType, units: PointUnits): Limit[] {
  const limits = judged.flatMap((property): Limit[] => {
    const unit = units[property];
    const range = unit === undefined ? undefined : rangeOf(property, unit);
    return unit && range ? [{ property, unit, max: range.max }] : [];
  });
  const { speed: unit } = units;
  return unit ? [...limits, { property: 'speed', unit, max: fastestWork[operation] / factorOf(unit) }] : limits;
}

/**
 * Clauses about properties of which most values are above everything that work has. Single values are for cleanup rules
 * to judge.
 */
export async function impossibleValues(limits: Limit[], sums: PointSums, work: WorkDatabase): Promise<string[]> {
  const found: string[] = [];
  for (const { property, unit, max } of limits) {
    const [over, of] = [sums[`over_${property}`] ?? 0, sums[`of_${property}`] ?? 0];
    if (of < fewest || over * 2 <= of) continue;
    const usual = await usualValue(property, work);
    found.push(
      `the usual ${property} is ${shownFigure(usual)} ${unit}, and at most ${shownFigure(max)} ${unit} is possible at such work`,
    );
  }
  return found;
}
