import type { Settings } from '../../../domain/configuration/configuration.ts';
import { conversionTo, productColumnOf } from '../../../domain/machine-files/points/point-columns.ts';
import { measures } from '../../../domain/machine-files/points/point-properties.ts';
import { presentedUnits, productUnit } from '../../../domain/machine-files/points/presented-units.ts';
import { parseUnit } from '../../../domain/machine-files/points/units.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { Rate, RawSet } from '../raw-set.ts';

/** The SQL type of a point's products. */
export const productsType = 'struct(name varchar, rate struct("value" double, unit varchar))[]';

/**
 * The products applied at a row, in displayed units. Parts of a tank mix have their share of the rate; a single product
 * has the rate itself.
 */
export function productsSql(raw: RawSet, measurement: Settings['unitMeasurement']): string {
  if (raw.operationType !== 'applied') return `null::${productsType}`;
  const rate = raw.values.find(({ property }) => property === 'appliedRate');
  if (!rate?.unit) return `null::${productsType}`;
  const { unit } = rate;
  const { product } = raw;
  if (product && product.parts.length > 0 && product.rate?.value) {
    const share = shareOfMix(rate.sql, unit, product.rate);
    const parts = product.parts.map(({ name, rate: part }) => {
      if (!part) return entry(text(name), 'null', unit);
      const shown = productUnit(part.unit, measurement);
      const value = part.value * factorBetween(part.unit, shown);
      return entry(text(name), share ? `${value} * ${share}` : 'null', shown);
    });
    return `[${parts.join(', ')}]::${productsType}`;
  }
  const name = raw.productColumn ?? (product ? text(product.name) : 'null');
  const sources = Object.fromEntries(raw.values.flatMap((one) => (one.unit ? [[one.property, one.unit]] : [])));
  const isKnown = measures('appliedRate', unit);
  const shown = (isKnown && presentedUnits('applied', measurement, sources).appliedRate) || unit;
  const value = isKnown ? `(${rate.sql}) * ${factorBetween(unit, shown)}` : 'null';
  return `case when ${name} is null then null else [${entry(name, value, shown)}]::${productsType} end`;
}

/** The rate at a row relative to the mix's own rate; undefined if their units cannot be compared. */
function shareOfMix(rate: string, unit: string, mix: Rate): string | undefined {
  const [applied, mixed] = [parseUnit(unit), parseUnit(mix.unit)];
  if (applied && mixed) return `(${rate} * ${applied.factor}) / ${mix.value * mixed.factor}`;
  return unit === mix.unit ? `(${rate}) / ${mix.value}` : undefined;
}

/** The type of products in JSON, all of whose members are optional. */
const productsShape = '[{"name":"VARCHAR","rate":{"value":"DOUBLE","unit":"VARCHAR"}}]';

/** The factor between two units; 1 if one of them is unknown, whose values and unit stay. */
function factorBetween(from: string, to: string): number {
  const [source, target] = [parseUnit(from), parseUnit(to)];
  return source && source.dimension === target?.dimension ? source.factor / target.factor : 1;
}

function entry(name: string, value: string, unit: string): string {
  return `{'name': ${name}, 'rate': {'value': ${value}, 'unit': ${text(unit)}}}`;
}

/**
 * The products of a file's rows, of type `productsType`, in the requested units.
 *
 * @param known conversions by present unit.
 */
export function convertedProducts(products: string, known: ReadonlyMap<string, string>): string {
  const own = 'product.rate.unit';
  const cases = (expression: (from: string, to: string) => string, otherwise: string) => {
    const each = [...known].map(([from, to]) => `when ${text(from)} then ${expression(from, to)}`);
    return each.length > 0 ? `case ${own} ${each.join(' ')} else ${otherwise} end` : otherwise;
  };
  const value = `product.rate."value" * ${cases((from, to) => String(factorBetween(from, to)), '1')}`;
  const unit = cases((_, to) => text(to), own);
  return `list_transform(${productsFromJson(products)}, lambda product:
    {'name': product.name, 'rate': {'value': ${value}, 'unit': ${unit}}})::${productsType}`;
}

/**
 * Products as JSON in the lake's units. A rate with an unknown unit is null.
 *
 * @param products of type `productsType`.
 * @param units that they may have.
 */
export function productsInLakeUnits(products: string, units: Iterable<string>): string {
  const known = [...units].flatMap((unit) => {
    const column = productColumnOf(unit);
    const to = column && conversionTo(column, unit);
    return to ? [{ unit, shown: column.unit, ...to }] : [];
  });
  const own = 'product.rate.unit';
  const cases = (expression: (one: (typeof known)[number]) => string) =>
    known.length > 0
      ? `case ${own} ${known.map((one) => `when ${text(one.unit)} then ${expression(one)}`).join(' ')} end`
      : 'null';
  // All are rounded alike, so that equal rates are equal strings.
  const value = cases(({ times, decimals }) => `round(product.rate."value" * ${times.toExponential()}, ${decimals})`);
  return `to_json(list_transform(${products}, lambda product:
    {'name': product.name, 'rate': {'value': ${value}, 'unit': ${cases(({ shown }) => text(shown))}}})::${productsType})::varchar`;
}

/** Products of the lake's JSON, of type `productsType`. */
export function productsFromJson(products: string): string {
  return `from_json(${products}::json, '${productsShape}')`;
}
