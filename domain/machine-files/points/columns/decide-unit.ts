import { rangeOf } from '../plausible-values.ts';
import type { PointPropertyName } from '../point-properties.ts';
import { factorOf, parseUnit, readingsOf, type UnitReading } from '../units.ts';
import { highestWaterRate } from '../value-limits.ts';
import { type Dimension, type SimpleUnit, simpleUnits, type WeighedUnit } from './simple-units.ts';

/** The kilograms of units that have no weight of their own (setting `unitWeights`). */
export type UnitWeights = { [Unit in WeighedUnit]?: number | undefined };

/** A column with its unit as the source writes it. */
export interface UnitOfColumn {
  property: PointPropertyName;
  written: string;
  /** What the column measures by its name. */
  dimensions: readonly Dimension[];
  /** The median of its values above zero, if it has any. */
  usual?: number | undefined;
  /** The dimension of the rate or target beside it, whose unit is certain. */
  beside?: Dimension | undefined;
  weights?: UnitWeights | undefined;
}

/** The unit of a column, or why it has none. */
export type DecidedUnit =
  | {
      unit: string;
      /** What was taken for granted, as a clause. */
      because?: string;
      /** The values times this are in `unit`. */
      times?: number;
    }
  | { fault: 'unknown' }
  /** Only the setting `unitWeights` could give the unit a weight. */
  | { fault: 'unweighed'; setting: WeighedUnit }
  | { fault: 'otherDimension'; measures: Dimension }
  /** The values are impossible in the unit as it is written, and possible in that of the same letters in another case. */
  | { fault: 'otherCase'; meant: string[] };

/**
 * The unit of a column: the only one that its spelling may mean and that measures what the name says. Where several are
 * left (a fluid ounce and one of mass, `MG/HA`), the unit of the rate beside it decides, then the values, then what is usual.
 *
 * @example decideUnit({ property: 'appliedRate', written: 'oz/ac', dimensions: ['volumePerArea'] }) // { unit: 'floz/ac' }
 */
export function decideUnit({ property, written, dimensions, usual, beside, weights }: UnitOfColumn): DecidedUnit {
  const all = readingsOf(written);
  const [first] = all;
  if (!first) return { fault: 'unknown' };
  const readings = all.filter(({ dimension }) => dimensions.includes(dimension));
  const asWritten = readings.filter(({ isOtherCase }) => !isOtherCase);
  const [only, ...others] = asWritten;
  if (!only) return { fault: 'otherDimension', measures: first.dimension };
  if (only.weighedBy) return weighed(only, only.weighedBy, weights?.[only.weighedBy]);
  const isPossible = (reading: UnitReading) => isUsual(property, usual, reading.unit);
  if (others.length === 0) {
    const meant = readings.filter((reading) => reading.isOtherCase && isPossible(reading) === true);
    if (isPossible(only) === false && meant.length > 0)
      return { fault: 'otherCase', meant: [only, ...meant].map(unitOf) };
    return { unit: only.unit, ...(only.assumption && { because: only.assumption }) };
  }
  const alike = asWritten.filter(({ dimension }) => dimension === beside);
  const [like, ...more] = alike;
  if (like && more.length === 0) return { unit: like.unit };
  const possible = asWritten.filter((reading) => isPossible(reading) !== false);
  const [chosen] = possible;
  if (possible.length === 1 && chosen)
    return { unit: chosen.unit, because: `in ${unitOf(chosen)} alone its values are possible` };
  const isFar = asWritten.some(({ factor }) => factor / only.factor > far || only.factor / factor > far);
  if (isFar) return { fault: 'otherCase', meant: asWritten.map(unitOf) };
  return { unit: only.unit, because: `it may also be ${others.map(unitOf).join(' or ')}` };
}

/** A unit that a setting weighs, in pounds beside customary ground and in tonnes elsewhere. */
function weighed({ unit }: UnitReading, setting: WeighedUnit, kilograms: number | undefined): DecidedUnit {
  if (kilograms === undefined) return { fault: 'unweighed', setting };
  const [, ground] = unit.split('/');
  const { isCustomary }: Partial<SimpleUnit> = (simpleUnits as Record<string, SimpleUnit>)[ground ?? ''] ?? {};
  const mass = isCustomary ? 'lb' : 't';
  return { unit: ground === undefined ? mass : `${mass}/${ground}`, times: kilograms / factorOf(mass) };
}

/** Readings that differ by more are not a matter of what is usual. */
const far = 10;

const unitOf = ({ unit }: UnitReading) => unit;

/** Whether a usual value is possible in a unit; undefined if nothing tells. Water has wider limits than other products. */
function isUsual(property: PointPropertyName, usual: number | undefined, unit: string): boolean | undefined {
  const range = rangeOf(property, unit);
  const known = parseUnit(unit);
  if (!range || !known || usual === undefined) return undefined;
  const isWater = property.startsWith('appliedRate') && unit.startsWith('ML');
  const max = isWater ? (highestWaterRate * factorOf('L/ha')) / known.factor : range.max;
  return usual >= range.min && usual <= max;
}
