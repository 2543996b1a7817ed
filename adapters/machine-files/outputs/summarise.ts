import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { propertiesOf } from '../../../domain/machine-files/points/point-properties.ts';
import type { Stat, Summary, Total } from '../../../domain/machine-files/summary.ts';
import { identifier } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { figure } from './amount.ts';
import type { PointTotals } from './count-points.ts';
import { summariseProducts } from './summarise-products.ts';
import { summariseVarieties } from './summarise-varieties.ts';

/** Properties whose sum over the points is a total, by its name. */
const totals: Record<string, string> = {
  area: 'totalArea',
  distance: 'totalDistance',
  fuelUsed: 'totalFuelUsed',
  wetMass: 'totalWetMass',
  dryMass: 'totalDryMass',
  wetVolume: 'totalWetVolume',
  dryVolume: 'totalDryVolume',
};

/** Properties with a sum only, and no other statistic. */
const onlySummed = new Set(['area', 'distance', 'fuelUsed']);

/** Rates, whose average is weighted by area. */
const weighted = /PerArea$|^(appliedRate|seedRate)/;

export async function summarise(
  raw: RawSet,
  units: PointUnits,
  counted: PointTotals,
  geometry: MultiPolygon | null,
  {
    originalOperationData,
    summarizeByProductEntry,
  }: Pick<Settings, 'originalOperationData' | 'summarizeByProductEntry'>,
  work: WorkDatabase,
): Promise<Summary> {
  const { startTime, endTime, read, kept, logged, leftOut } = counted;
  const hasCrop = raw.operationType !== 'tillage';
  const crops = hasCrop ? await cropsOf(work) : [];
  const summed = await statistics(raw, units, work);
  const varieties = await summariseVarieties(raw, units, work);
  const origin = Object.entries({ ...raw.origin, type: raw.originalOperationType }).flatMap(([name, value]) =>
    value ? [[`originalOperation${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]] : [],
  );
  return {
    type: 'Feature',
    properties: {
      operationType: raw.operationType,
      ...(startTime && { startTime }),
      ...(endTime && { endTime }),
      ...(raw.originalOperationType && { originalOperationType: raw.originalOperationType }),
      ...(hasCrop && { crop: crops }),
      ...summed,
      // The totals are those of the kept points that count.
      ...(read > kept && { logged }),
      ...(leftOut.length > 0 && { leftOut }),
      ...(raw.operationType === 'tillage' && (await tillTypes(work))),
      ...(await summariseProducts(raw, units, summarizeByProductEntry, work)),
      ...(varieties.length > 0 && { varieties }),
      ...(raw.machinery.length > 0 && { machinery: raw.machinery }),
      ...(originalOperationData && origin.length > 0 && { originalOperationData: Object.fromEntries(origin) }),
    },
    geometry,
  };
}

async function statistics(
  { operationType }: RawSet,
  units: PointUnits,
  work: WorkDatabase,
): Promise<Record<string, Stat | Total>> {
  const measured = propertiesOf(operationType).filter(([name]) => units[name]);
  const columns = measured.map(([name]) => {
    const column = identifier(name);
    const average = weighted.test(name)
      ? `sum(${column} * area) / nullif(sum(area) filter (${column} is not null), 0)`
      : `avg(${column})`;
    return `{'avg': ${average}, 'min': min(${column}), 'max': max(${column}), 'sum': sum(${column})} as ${column}`;
  });
  type Row = Record<string, { avg: number; min: number; max: number; sum: number } | null>;
  const [row] = await work.rows<Row>(`select ${columns.join(', ')} from presented where ${isCounted}`);
  const found: Record<string, Stat | Total> = {};
  for (const [name] of measured) {
    const value = row?.[name];
    const unit = units[name];
    if (!value || value.avg === null || !unit || name === 'heading') continue;
    const total = totals[name];
    if (total) found[total] = { value: figure(value.sum), unit };
    if (!onlySummed.has(name))
      found[name] = { avg: figure(value.avg), min: figure(value.min), max: figure(value.max), unit };
  }
  return found;
}

/** The crops of the kept points, the most frequent first. */
async function cropsOf(work: WorkDatabase): Promise<string[]> {
  const rows = await work.rows<{ crop: string }>(
    `select crop from presented where ${isCounted} and crop is not null group by crop order by count(*) desc`,
  );
  return rows.map(({ crop }) => crop);
}

/** The kinds of tillage of the kept points, in the order of the alphabet. */
async function tillTypes(work: WorkDatabase): Promise<{ tillType?: string[] }> {
  const rows = await work.rows<{ type: string }>(
    `select distinct unnest(tillType) as type from presented where ${isCounted} order by type`,
  );
  return rows.length > 0 ? { tillType: rows.map(({ type }) => type) } : {};
}
