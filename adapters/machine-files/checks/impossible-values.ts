import { shownFigure } from '../../../domain/machine-files/problems/contradictions.ts';
import type { WorkDatabase } from '../work-database.ts';
import { type Limit, type PointSums, usualValue } from './point-sums.ts';

/** Fewer values are no usual ones. */
const fewest = 5;

/**
 * Clauses about properties of which most values are above everything that work has. Single values are left out before.
 */
export async function impossibleValues(limits: Limit[], sums: PointSums, work: WorkDatabase): Promise<string[]> {
  const found: string[] = [];
  for (const { property, unit, max, of: what } of limits) {
    const [over, values] = [sums[`over_${property}`] ?? 0, sums[`of_${property}`] ?? 0];
    if (values < fewest || over * 2 <= values) continue;
    const usual = await usualValue(property, work);
    found.push(
      `the usual ${property} is ${shownFigure(usual)} ${unit}, and at most ${shownFigure(max)} ${unit} is possible ${what === undefined ? 'at such work' : `of ${what}`}`,
    );
  }
  return found;
}
