import type { OperationType } from './operation-type.ts';
import type { PointPropertyName } from './point-properties.ts';

/** A number of the ISO 11783-11 data dictionary that a standard point can use. */
export interface IsoEntry {
  property: PointPropertyName;
  /** What the values are brought to, and by what: a logged integer times `scale` is in `unit`. */
  unit: string;
  scale: number;
  /** The kind of work that logs of it are. */
  tells?: OperationType;
}

/** By DDI. Scales are the dictionary's resolution in the named unit: 0.01 mm3/m2 are 0.0001 L/ha. */
export const isoEntries: Record<number, IsoEntry> = {
  1: { property: 'appliedRateTarget', unit: 'L/ha', scale: 1e-4 },
  2: { property: 'appliedRate', unit: 'L/ha', scale: 1e-4, tells: 'applied' },
  6: { property: 'appliedRateTarget', unit: 'kg/ha', scale: 1e-2 },
  7: { property: 'appliedRate', unit: 'kg/ha', scale: 1e-2, tells: 'applied' },
  11: { property: 'seedRateTarget', unit: 'seeds/ha', scale: 10 },
  12: { property: 'seedRate', unit: 'seeds/ha', scale: 10, tells: 'planted' },
  51: { property: 'tillageDepthTarget', unit: 'cm', scale: 0.1 },
  52: { property: 'tillageDepthActual', unit: 'cm', scale: 0.1, tells: 'tillage' },
  57: { property: 'seedDepth', unit: 'cm', scale: 0.1 },
  67: { property: 'equipmentWidth', unit: 'm', scale: 1e-3 },
  83: { property: 'wetVolumePerArea', unit: 'm3/ha', scale: 1e-2, tells: 'harvested' },
  84: { property: 'wetMassPerArea', unit: 't/ha', scale: 1e-5, tells: 'harvested' },
  87: { property: 'cropFlow', unit: 'kg/s', scale: 1e-6, tells: 'harvested' },
  99: { property: 'harvestMoisture', unit: 'percentage', scale: 1e-4 },
  149: { property: 'fuelRate', unit: 'L/h', scale: 0.0036 },
  181: { property: 'dryMassPerArea', unit: 't/ha', scale: 1e-5, tells: 'harvested' },
  397: { property: 'speed', unit: 'm/s', scale: 1e-3 },
  406: { property: 'proteinPercentage', unit: 'percentage', scale: 1e-4 },
};

/** Whether the implement works: 1 is on, in 141 for all of it and in 161 as two bits for each of 16 sections. */
export const workState = 141;
export const condensedWorkState = 161;

/** Widths that stand in where no actual one is logged: the default and the largest. */
export const otherWidths = [68, 70];
