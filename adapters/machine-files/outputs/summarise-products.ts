import { parseUnit } from '../../../domain/machine-files/points/units.ts';
import type { Total } from '../../../domain/machine-files/summary.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { amount, figure } from './amount.ts';

/**
 * The applied or sown amounts of products: rates per ground, times the ground.
 *
 * @param byName whether products of one name are one entry; otherwise each file's product has its own.
 */
export async function summariseProducts(
  raw: RawSet,
  units: PointUnits,
  byName: boolean,
  work: WorkDatabase,
): Promise<Record<string, unknown>> {
  if (raw.operationType === 'planted') return totalOf('totalPlanted', 'seedRate', units, work);
  if (raw.operationType !== 'applied') return {};
  const products = await work.rows<ProductRow>(`select
      product.name as name, product.rate.unit as unit, sum(product.rate."value" * area) / nullif(sum(area), 0) as rate,
      sum(product.rate."value" * area) as total, sum(area) as area
    from (select unnest(products) as product, area, ${entrySql(raw, byName)} as entry
      from presented where ${isCounted} and products is not null)
    group by product.name, product.rate.unit, entry order by product.name, entry, product.rate.unit`);
  const rateUnit = units.appliedRate ?? '';
  return {
    tankMix: raw.product?.tankMix ?? false,
    ...(await totalOf('totalApplied', 'appliedRate', units, work)),
    products: products.map(({ name, rate, total, area, ...own }) => {
      const part = raw.product?.parts.find((candidate) => candidate.name === name);
      const unit = own.unit ?? rateUnit;
      return {
        name,
        ...(part && { type: part.carrier ? 'Carrier' : 'Component' }),
        ...(rate !== null && { rate: { value: figure(rate), unit } }),
        ...(total !== null && isOfGround(unit) && { totalApplied: amount(total, unit, units) }),
        area: { value: figure(area), unit: units.area ?? 'm2' },
      };
    }),
  };
}

interface ProductRow {
  name: string;
  unit: string | null;
  rate: number | null;
  total: number | null;
  area: number;
}

/** Whether a rate has a known unit of ground, so that it can be summed; its amount may have any unit, such as bags. */
function isOfGround(unit: string): boolean {
  const [, ground] = unit.split('/');
  return ground === undefined || parseUnit(ground)?.dimension === 'area';
}

/** Distinguishes entries of one product name: not at all, or by file and index of the product in it. */
function entrySql({ hasSources }: RawSet, byName: boolean): string {
  if (byName) return '0';
  return `${hasSources ? 'source' : '0'} * 1000 + unnest(range(len(products)))`;
}

async function totalOf(
  name: string,
  rate: 'appliedRate' | 'seedRate',
  units: PointUnits,
  work: WorkDatabase,
): Promise<Record<string, Total>> {
  const unit = units[rate];
  const [row] = await work.rows<{ total: number | null }>(
    `select sum(${identifier(rate)} * area) as total from presented where ${isCounted}`,
  );
  if (!unit || row?.total === null || row === undefined) return {};
  const total = amount(Number(row.total), unit, units);
  return { [name]: name === 'totalPlanted' ? { ...total, value: Math.trunc(total.value) } : total };
}
