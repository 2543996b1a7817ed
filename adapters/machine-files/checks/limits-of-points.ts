import { fastestWork, rangeOf } from '../../../domain/machine-files/points/plausible-values.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { factorOf, parseUnit } from '../../../domain/machine-files/points/units.ts';
import {
  type ApplicationForm,
  applicationForm,
  harvestForm,
  highestSeedMass,
  highestSprayRate,
  highestWaterRate,
  highestYield,
  widestWork,
} from '../../../domain/machine-files/points/value-limits.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import { isKept } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import type { Limit } from './point-sums.ts';

const judged = [
  'appliedRate',
  'seedRate',
  'wetMassPerArea',
  'dryMassPerArea',
  'harvestMoisture',
  'tillageDepthActual',
] as const;

/** A crop of the points, the most frequent first. */
interface CropOfPoints {
  crop: string;
  moisture: number | null;
}

/** The largest values that the work of a file can have, by its crops and by what was applied. */
export async function limitsOf(raw: RawSet, units: PointUnits, work: WorkDatabase): Promise<Limit[]> {
  const { operationType } = raw;
  const crops = operationType === 'tillage' ? [] : await cropsOf(raw, units, work);
  const form = operationType === 'applied' ? await formOf(raw, work) : 'other';
  const limits = judged.flatMap((property): Limit[] => {
    const unit = units[property];
    const range = unit === undefined ? undefined : rangeOf(property, unit);
    if (!unit || !range) return [];
    return [{ property, unit, max: range.max, ...closerLimit(property, unit, { form, crops }) }];
  });
  const metres = (property: PointPropertyName, most: number): Limit[] => {
    const unit = units[property];
    return unit ? [{ property, unit, max: most / factorOf(unit) }] : [];
  };
  return [
    ...limits,
    ...metres('equipmentWidth', widestWork[operationType]),
    ...metres('speed', fastestWork[operationType]),
  ];
}

/** A limit that is closer than that of all such work, if crop or product have one. */
function closerLimit(
  property: PointPropertyName,
  unit: string,
  { form, crops }: { form: ApplicationForm; crops: readonly CropOfPoints[] },
): Partial<Limit> {
  const dimension = parseUnit(unit)?.dimension;
  if (property === 'appliedRate') {
    if (dimension !== 'volumePerArea') return {};
    const factor = factorOf('L/ha') / factorOf(unit);
    if (form === 'water') return { max: highestWaterRate * factor, of: 'water' };
    return form === 'spray' ? { max: highestSprayRate * factor, of: 'what is sprayed' } : {};
  }
  const isYield = property === 'wetMassPerArea' || property === 'dryMassPerArea';
  if (dimension !== 'massPerArea' || (!isYield && property !== 'seedRate')) return {};
  const factor = factorOf(isYield ? 't/ha' : 'kg/ha') / factorOf(unit);
  const known = crops.flatMap(({ crop, moisture }) => {
    const usual = moisture ?? undefined;
    const most = isYield ? highestYield(crop, usual) : highestSeedMass(crop);
    const as = isYield ? harvestForm(crop, usual) : 'seed';
    return most === undefined ? [] : [{ crop, max: most * factor, as }];
  });
  const [first] = known;
  if (!first) return {};
  const all = (rangeOf(property, unit)?.max ?? Number.MAX_VALUE).toString();
  const cases = known.map(({ crop, max }) => `when ${text(crop)} then ${max}`);
  return {
    max: first.max,
    maxOfPoint: `(case crop ${cases.join(' ')} else ${all} end)`,
    of: first.as === 'other' ? first.crop : `${first.crop} as ${first.as}`,
  };
}

/** Rows of more crops or products are of something else. */
const maxNames = 100;

async function formOf(
  { product, originalOperationType = '', values }: RawSet,
  work: WorkDatabase,
): Promise<ApplicationForm> {
  // Megalitres are a unit of water.
  if (values.some(({ property, unit }) => property === 'appliedRate' && unit?.startsWith('ML'))) return 'water';
  const named = await work.rows<{ name: string | null }>(
    `select distinct products[1].name as name from presented where ${isKept} limit ${maxNames}`,
  );
  const names = [product, ...(product?.parts ?? []), ...named].flatMap((one) => one?.name ?? []);
  return applicationForm(names, originalOperationType, product?.tankMix === true);
}

async function cropsOf(raw: RawSet, units: PointUnits, work: WorkDatabase): Promise<CropOfPoints[]> {
  const moisture = units.harvestMoisture ? 'median(harvestMoisture) filter (harvestMoisture > 0)' : 'null::double';
  const isHarvest = raw.operationType === 'harvested';
  return work.rows<CropOfPoints>(
    `select crop, ${isHarvest ? moisture : 'null::double'} as moisture from presented
      where ${isKept} and crop is not null group by crop order by count(*) desc limit ${maxNames}`,
  );
}
