import { factorOf } from '../../../domain/machine-files/units.ts';
import { text } from '../../sql-text.ts';
import type { RawSet } from '../raw-set.ts';

/** The type of what was applied at a point. */
export const productsType = 'struct(name varchar, rate struct("value" double))[]';

/**
 * What was applied at a row. The parts of a tank mix have the share of the rate that they have in the mix; a product that
 * stands alone has the rate itself. Values are in the unit in which the rate, or the part's own, is written.
 */
export function productsSql(raw: RawSet): string {
  if (raw.operationType !== 'applied') return `null::${productsType}`;
  const rate = raw.values.find(({ property }) => property === 'appliedRate');
  if (!rate?.unit) return `null::${productsType}`;
  const { unit } = rate;
  const { product } = raw;
  const mixRate = product?.rate?.unit && product.rate.value * factorOf(product.rate.unit);
  if (product && product.parts.length > 0 && mixRate) {
    const parts = product.parts.map(({ name, rate: part }) => {
      const value = part ? `${part.value} * (${rate.sql} * ${factorOf(unit)}) / ${mixRate}` : 'null';
      return entry(text(name), value);
    });
    return `[${parts.join(', ')}]::${productsType}`;
  }
  const name = raw.productColumn ?? (product ? text(product.name) : 'null');
  return `case when ${name} is null then null else [${entry(name, rate.sql)}]::${productsType} end`;
}

function entry(name: string, value: string): string {
  return `{'name': ${name}, 'rate': {'value': ${value}}}`;
}
