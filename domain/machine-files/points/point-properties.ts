import type { OperationType } from '../operation-type.ts';
import type { Dimension } from './columns/simple-units.ts';
import { parseUnit } from './units.ts';

/** A member of a standard point. */
export interface PointProperty {
  type: 'number' | 'integer' | 'text' | 'list';
  /** The dimensions it may have, depending on the source. Absent for text and for indexes. */
  dimensions?: readonly Dimension[];
  /** The kinds of work whose points have it; all by default. */
  only?: readonly OperationType[];
  /** The kinds of work whose points must have it. */
  required?: readonly OperationType[];
  /** A volume of grain, which converts to mass by the crop's density. */
  ofCrop?: true;
}

const all = ['applied', 'planted', 'harvested', 'tillage'] as const;
const planted = ['planted'] as const;
const applied = ['applied'] as const;
const harvested = ['harvested'] as const;
const tillage = ['tillage'] as const;
const rate = ['volumePerArea', 'massPerArea', 'countPerArea'] as const;

/**
 * The members of a standard point beside `timestamp`, `operationType` and `originalOperationType`, in their output
 * order. SQL, unit maps, summaries and the columns of Parquet files come from it.
 */
export const pointProperties = {
  area: { type: 'number', dimensions: ['area'], required: all },
  distance: { type: 'number', dimensions: ['length'], required: all },
  elevation: { type: 'number', dimensions: ['length'], required: all },
  heading: { type: 'number', dimensions: ['angle'], required: ['applied', 'planted', 'tillage'] },
  speed: { type: 'number', dimensions: ['speed'] },
  equipmentWidth: { type: 'number', dimensions: ['length'] },
  recordingStatus: { type: 'text' },
  machinery: { type: 'list' },
  sectionId: { type: 'integer' },
  xOffset: { type: 'number', dimensions: ['length'] },
  yOffset: { type: 'number', dimensions: ['length'] },
  implementOffset: { type: 'number', dimensions: ['length'] },
  fuelUsed: { type: 'number', dimensions: ['volume'] },
  fuelRate: { type: 'number', dimensions: ['volumePerTime'] },
  samplingInterval: { type: 'number', dimensions: ['time'], only: harvested },
  crop: { type: 'text', only: ['planted', 'applied', 'harvested'], required: ['planted', 'harvested'] },
  variety: { type: 'text', only: ['planted', 'harvested'] },
  seedRate: { type: 'number', dimensions: ['countPerArea', 'massPerArea'], only: planted, required: planted },
  seedRateTarget: { type: 'number', dimensions: ['countPerArea', 'massPerArea'], only: planted },
  seedDepth: { type: 'number', dimensions: ['length'], only: planted },
  downForce: { type: 'number', dimensions: ['force'], only: planted },
  singulation: { type: 'number', dimensions: ['percent'], only: planted },
  skips: { type: 'number', dimensions: ['percent'], only: planted },
  doubles: { type: 'number', dimensions: ['percent'], only: planted },
  appliedRate: { type: 'number', dimensions: rate, only: applied, required: applied },
  appliedRateTarget: { type: 'number', dimensions: rate, only: applied },
  harvestMoisture: { type: 'number', dimensions: ['percent'], only: harvested, required: harvested },
  wetMass: { type: 'number', dimensions: ['mass'], only: harvested, required: harvested },
  wetMassPerArea: { type: 'number', dimensions: ['massPerArea'], only: harvested, required: harvested },
  wetVolume: { type: 'number', dimensions: ['volume'], only: harvested, ofCrop: true },
  wetVolumePerArea: { type: 'number', dimensions: ['volumePerArea'], only: harvested, ofCrop: true },
  dryMass: { type: 'number', dimensions: ['mass'], only: harvested, required: harvested },
  dryMassPerArea: { type: 'number', dimensions: ['massPerArea'], only: harvested, required: harvested },
  dryVolume: { type: 'number', dimensions: ['volume'], only: harvested, ofCrop: true },
  dryVolumePerArea: { type: 'number', dimensions: ['volumePerArea'], only: harvested, ofCrop: true },
  cropFlow: { type: 'number', dimensions: ['massPerTime'], only: harvested },
  proteinPercentage: { type: 'number', dimensions: ['percent'], only: harvested },
  tillageDepthTarget: { type: 'number', dimensions: ['length'], only: tillage },
  tillageDepthActual: { type: 'number', dimensions: ['length'], only: tillage },
  tillType: { type: 'list', only: tillage },
} as const satisfies Record<string, PointProperty>;

export type PointPropertyName = keyof typeof pointProperties;

/**
 * The properties of points of a kind of work, in order.
 *
 * @example for (const [name, { type }] of propertiesOf('harvested')) columns.push(`${name} ${type}`);
 */
export function propertiesOf(operation: OperationType): [PointPropertyName, PointProperty][] {
  const entries = Object.entries(pointProperties) as [PointPropertyName, PointProperty][];
  return entries.filter(([, { only }]) => !only || only.includes(operation));
}

/**
 * Whether a unit is known and measures a property; true for a property without units.
 *
 * @example measures('speed', 'km/h') // true
 */
export function measures(property: PointPropertyName, unit: string | undefined): boolean {
  const { dimensions }: PointProperty = pointProperties[property];
  if (!dimensions) return true;
  const known = unit === undefined ? undefined : parseUnit(unit);
  return known !== undefined && dimensions.includes(known.dimension);
}
