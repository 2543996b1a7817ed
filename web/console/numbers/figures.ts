import { measuredColumnsOf } from '../../../domain/machine-files/points/point-columns.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { parseUnit } from '../../../domain/machine-files/points/units.ts';
import { propertyTitle } from '../text/properties.ts';

/** A number of some points. */
export interface Figure {
  /** Unique among the figures of an operation; the name of its column. */
  id: string;
  /** For people. */
  title: string;
  /** An aggregate over points, in `unit`. */
  sql: string;
  /** Absent for counts and texts. */
  unit?: string;
}

type Units = Readonly<Record<string, string>>;

/** Properties that have figures, in the order in which these are shown. */
const shown: readonly PointPropertyName[] = [
  ...(['dryMassPerArea', 'dryVolumePerArea', 'wetMassPerArea', 'wetVolumePerArea'] as const),
  ...(['appliedRate', 'appliedRateTarget', 'seedRate', 'seedRateTarget'] as const),
  ...(['harvestMoisture', 'proteinPercentage', 'seedDepth', 'singulation', 'tillageDepthActual'] as const),
  ...(['speed', 'elevation'] as const),
];

/** Per-area properties whose amount each point has as another property. */
const amounts: Partial<Record<PointPropertyName, PointPropertyName>> = {
  dryMassPerArea: 'dryMass',
  dryVolumePerArea: 'dryVolume',
  wetMassPerArea: 'wetMass',
  wetVolumePerArea: 'wetVolume',
};

/** Of these one is shown: the chosen one, or else the first that an operation has. */
const yields: readonly PointPropertyName[] = [
  'dryVolumePerArea',
  'dryMassPerArea',
  'wetVolumePerArea',
  'wetMassPerArea',
];

/** Rates, whose mean is weighted by area, as in summaries. */
const isRate = (name: PointPropertyName) => /PerArea$|Rate(Target)?$/.test(name);

/** What is weighted by the ground of points, as rates are: a slow machine records more points on wet ground, not more grain. */
const isOfGround = (name: PointPropertyName) => isRate(name) || /^(harvestMoisture|proteinPercentage)$/.test(name);

/** The unit of ground in the owner's system: that of the rates, such as `ac` of `lb/ac`. */
export function groundUnitOf(units: Units): string {
  const rates = Object.entries(units).filter(([name]) => isRate(name as PointPropertyName));
  const ground = rates.map(([, unit]) => unit.split('/')[1]).find((unit) => unit === 'ac' || unit === 'ha');
  return ground ?? (Object.values(units).some((unit) => unit === 'ft' || unit === 'mi/hr') ? 'ac' : 'ha');
}

/**
 * The figures of an operation.
 *
 * @param units of the properties that the operation has, as the API returns them.
 * @param chosen the property that the map shows; its mean comes first.
 */
export function figuresOf(units: Units, chosen?: string): Figure[] {
  const ground = groundUnitOf(units);
  const shownYield = yields.find((name) => name === chosen) ?? yields.find((name) => units[name] !== undefined);
  const names = shown
    .filter((name) => units[name] !== undefined && (!yields.includes(name) || name === shownYield))
    .toSorted((one, other) => Number(other === chosen) - Number(one === chosen));
  const means = names.flatMap((name) => meanOf(name, units[name] ?? ''));
  const sums = names.flatMap((name) => totalOf(name, units));
  return [
    { id: 'points', title: 'Points', sql: 'COUNT(*)' },
    { id: 'workedArea', title: 'Worked area', sql: times('SUM(area)', 'm2', ground), unit: ground },
    ...means.slice(0, 1),
    ...sums,
    ...means.slice(1),
    ...(units.seedRate !== undefined || shownYield !== undefined ? [varieties] : []),
    ...(units.appliedRate === undefined ? [] : [products]),
  ];
}

const varieties: Figure = {
  id: 'varieties',
  title: 'Varieties',
  sql: "STRING_AGG(DISTINCT variety, ', ' ORDER BY variety)",
};

/** The products of a point by their names, such as `AMS + Water`. */
export const productNames =
  "ARRAY_TO_STRING(ARRAY(SELECT JSON_VALUE(product, '$.name') FROM UNNEST(JSON_QUERY_ARRAY(products)) AS product), ' + ')";

const products: Figure = {
  id: 'products',
  title: 'Products',
  sql: `STRING_AGG(DISTINCT ${productNames}, ', ')`,
};

function meanOf(name: PointPropertyName, unit: string): Figure[] {
  const column = columnOf(name, unit);
  if (!column) return [];
  const mean = isOfGround(name)
    ? `SUM(${column.name} * area) / NULLIF(SUM(IF(${column.name} IS NULL, NULL, area)), 0)`
    : `AVG(${column.name})`;
  return [{ id: name, title: propertyTitle(name), sql: times(mean, column.unit, unit), unit }];
}

/** The amount of a rate: the sum of what the points have, or of rate times area. */
function totalOf(name: PointPropertyName, units: Units): Figure[] {
  if (!isRate(name) || name.endsWith('Target')) return [];
  const amount = amounts[name];
  if (amount) {
    const unit = units[amount];
    const column = unit === undefined ? undefined : columnOf(amount, unit);
    if (!column || unit === undefined) return [];
    return [{ id: amount, title: 'Total', sql: times(`SUM(${column.name})`, column.unit, unit), unit }];
  }
  const rateUnit = units[name] ?? '';
  const [unit = ''] = rateUnit.split('/');
  const column = columnOf(name, rateUnit);
  if (!column) return [];
  // Rates in the table are per hectare.
  const [stored = ''] = column.unit.split('/');
  const sum = `SUM(${column.name} * area) / 10000`;
  return [{ id: `${name}Total`, title: 'Total', sql: times(sum, stored, unit), unit }];
}

/** The column of the table `points` that has a property in the dimension of a unit. */
export function columnOf(name: PointPropertyName, unit: string): { name: string; unit: string } | undefined {
  const dimension = parseUnit(unit)?.dimension;
  return measuredColumnsOf(name).find((column) => parseUnit(column.unit)?.dimension === dimension);
}

/**
 * A number in another unit, which the SQL says.
 *
 * @throws Error for units of different dimensions.
 */
export function times(sql: string, from: string, to: string): string {
  const [source, target] = [parseUnit(from), parseUnit(to)];
  if (!source || source.dimension !== target?.dimension) throw new Error(`${from} is not convertible to ${to}`);
  const factor = source.factor / target.factor;
  return factor === 1 ? sql : `${sql} * ${Number(factor.toPrecision(15))} /* ${from} to ${to} */`;
}
