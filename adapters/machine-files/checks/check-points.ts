import { fastestWork } from '../../../domain/machine-files/points/plausible-values.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { factorOf, parseUnit } from '../../../domain/machine-files/points/units.ts';
import { daysInName } from '../../../domain/machine-files/points/written-days.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import type { ComparedFigure } from '../../../domain/machine-files/problems/contradictions.ts';
import type { RawSet } from '../raw-set.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { impossibleValues } from './impossible-values.ts';
import { type Limit, type PointSums, sumsOf, targets } from './point-sums.ts';
import { nearest, type StatedTotal, timesApart } from './stated-total.ts';

/** Totals differ by overlaps, headlands and coarse counters, up to this factor. */
const usualTotals = 1.25;
/** What counts as work is for each machine to say. */
const usualTimes = 1.5;
/** Smaller totals are too coarse to be compared, in their units. */
const smallestTotals: Record<string, number> = { s: 60, m2: 100, L: 10, kg: 10, seeds: 1000, t: 0.1, m3: 1 };
const usualTarget = 2;
/** The share and number of points that are too fast. */
const oddSpeeds = { share: 0.01, points: 5 };

/**
 * Compares the points of a file with what it states of itself, with their targets, and with what is possible.
 *
 * @returns problems with the figures of both sides; an error if the values cannot be right.
 */
export async function checkPoints(
  raw: RawSet,
  file: string,
  units: PointUnits,
  limits: Limit[],
  work: WorkDatabase,
): Promise<MachineProblem[]> {
  const sums = { ...(await sumsOf(units, limits, work)), time: raw.workedSeconds };
  const impossible = await impossibleValues(limits, sums, work);
  const figures = (raw.stated ?? []).flatMap((stated) => comparedTotal(stated, units, sums));
  return [
    ...(figures.length > 0 ? [machineProblem('contradictingTotals', file, { figures })] : []),
    ...farTargets(file, units, sums),
    ...oddSpeed(raw, file, units, sums),
    ...earlyName(file, sums),
    ...(impossible.length > 0 ? [machineProblem('implausibleValues', file, { findings: impossible })] : []),
  ];
}

function comparedTotal(
  { property, unit, values, by }: StatedTotal,
  units: PointUnits,
  sums: PointSums,
): ComparedFigure[] {
  const sum = sums[property];
  const [of = '', per] = (property === 'time' ? 's' : units[property])?.split('/') ?? [];
  if (sum === undefined || parseUnit(of)?.dimension !== parseUnit(unit)?.dimension) return [];
  const ground = per === undefined ? 1 : factorOf(units.area ?? 'm2') / factorOf(per);
  const found = (sum * ground * factorOf(of)) / factorOf(unit);
  const { value, times } = nearest(values, found);
  if (!Number.isFinite(value)) return [];
  const isUsual = times <= (property === 'time' ? usualTimes : usualTotals);
  if (isUsual || Math.max(value, found) < (smallestTotals[unit] ?? 0)) return [];
  const shown = { m2: 'ha', s: 'h' }[unit] ?? unit;
  const factor = factorOf(unit) / factorOf(shown);
  const what = names[property] ?? (per === undefined ? property : `the amount of ${property}`);
  return [{ what, found: found * factor, stated: value * factor, unit: shown, by }];
}

const names: Partial<Record<StatedTotal['property'], string>> = { area: 'the area', time: 'the time of work' };

function farTargets(file: string, units: PointUnits, sums: PointSums): MachineProblem[] {
  return Object.entries(targets).flatMap(([property, of]) => {
    const [found, target, unit] = [sums[`met_${property}`], sums[of], units[property as PointPropertyName]];
    if (found === undefined || target === undefined || !unit || units[of] !== unit) return [];
    return timesApart(found, target) < usualTarget
      ? []
      : [machineProblem('farFromTarget', file, { property, found, target, unit })];
  });
}

function oddSpeed(
  { operationType: work }: RawSet,
  file: string,
  { speed: unit }: PointUnits,
  sums: PointSums,
): MachineProblem[] {
  const { over_speed: points = 0, of_speed: of = 0, fastest = 0 } = sums;
  if (!unit || points < oddSpeeds.points || points < of * oddSpeeds.share) return [];
  const details = { points, of, limit: fastestWork[work], max: fastest * factorOf(unit), work };
  return [machineProblem('impossibleSpeeds', file, details)];
}

const day = 86_400_000;
/** Zones, and work past midnight. */
const usualDays = 2 * day;

/** A file cannot be older than its records; it may well be younger. */
function earlyName(file: string, { start }: PointSums): MachineProblem[] {
  const named = daysInName(file);
  const latest = Math.max(...named);
  if (start === undefined || named.length === 0 || start - latest <= usualDays) return [];
  const dated = (time: number) => new Date(time).toISOString().slice(0, 10);
  const used = 'The dates of the records were used.';
  return [
    machineProblem('contradictingDates', file, {
      found: dated(start),
      stated: dated(latest),
      by: "the file's name says",
      used,
    }),
  ];
}
