import type { OperationType } from '../operation-type.ts';
import type { PointPropertyName } from './point-properties.ts';

/** An entry of the ISO 11783-11 data dictionary that a standard point uses. */
export interface IsoEntry {
  property: PointPropertyName;
  /** The unit of logged integers times `scale`. */
  unit: string;
  scale: number;
  /** The kind of work that logs the entry. */
  operation?: OperationType;
}

/** Entries by DDI. Scales are the dictionary's resolution in the given unit: 0.01 mm³/m² is 0.0001 L/ha. */
export const isoEntries: Record<number, IsoEntry> = {
  1: { property: 'appliedRateTarget', unit: 'L/ha', scale: 1e-4 },
  2: { property: 'appliedRate', unit: 'L/ha', scale: 1e-4, operation: 'applied' },
  6: { property: 'appliedRateTarget', unit: 'kg/ha', scale: 1e-2 },
  7: { property: 'appliedRate', unit: 'kg/ha', scale: 1e-2, operation: 'applied' },
  11: { property: 'seedRateTarget', unit: 'seeds/ha', scale: 10 },
  12: { property: 'seedRate', unit: 'seeds/ha', scale: 10, operation: 'planted' },
  51: { property: 'tillageDepthTarget', unit: 'cm', scale: 0.1 },
  52: { property: 'tillageDepthActual', unit: 'cm', scale: 0.1, operation: 'tillage' },
  57: { property: 'seedDepth', unit: 'cm', scale: 0.1 },
  67: { property: 'equipmentWidth', unit: 'm', scale: 1e-3 },
  83: { property: 'wetVolumePerArea', unit: 'm3/ha', scale: 1e-2, operation: 'harvested' },
  84: { property: 'wetMassPerArea', unit: 't/ha', scale: 1e-5, operation: 'harvested' },
  87: { property: 'cropFlow', unit: 'kg/s', scale: 1e-6, operation: 'harvested' },
  99: { property: 'harvestMoisture', unit: 'percentage', scale: 1e-4 },
  149: { property: 'fuelRate', unit: 'L/h', scale: 0.0036 },
  181: { property: 'dryMassPerArea', unit: 't/ha', scale: 1e-5, operation: 'harvested' },
  397: { property: 'speed', unit: 'm/s', scale: 1e-3 },
  406: { property: 'proteinPercentage', unit: 'percentage', scale: 1e-4 },
  415: { property: 'singulation', unit: 'percentage', scale: 1e-4 },
  417: { property: 'skips', unit: 'percentage', scale: 1e-4 },
  419: { property: 'doubles', unit: 'percentage', scale: 1e-4 },
  588: { property: 'appliedRateTarget', unit: 'L/ha', scale: 1 },
  589: { property: 'appliedRate', unit: 'L/ha', scale: 1, operation: 'applied' },
};

/** A counter or flow of an amount, or of a rate once it is divided by the worked area. */
export interface IsoAmount {
  property: PointPropertyName;
  /** Unit of the amount, not of the rate. */
  unit: string;
  scale: number;
  operation?: OperationType;
}

/** Entries of amounts per second. */
export const isoFlows: Record<number, IsoAmount> = {
  37: { property: 'appliedRate', unit: 'L', scale: 1e-6, operation: 'applied' },
  42: { property: 'appliedRate', unit: 'kg', scale: 1e-6, operation: 'applied' },
  47: { property: 'seedRate', unit: 'seeds', scale: 1e-3, operation: 'planted' },
  86: { property: 'wetVolume', unit: 'm3', scale: 1e-6, operation: 'harvested' },
  182: { property: 'dryMass', unit: 't', scale: 1e-9, operation: 'harvested' },
};

/**
 * Entries of amounts since the start of the task or since the machine was made, of which only differences count. Those
 * of the task come first.
 */
export const isoTotals: Record<number, IsoAmount> = {
  80: { property: 'appliedRate', unit: 'L', scale: 1, operation: 'applied' },
  81: { property: 'appliedRate', unit: 'kg', scale: 1, operation: 'applied' },
  82: { property: 'seedRate', unit: 'seeds', scale: 1, operation: 'planted' },
  89: { property: 'wetVolume', unit: 'm3', scale: 1e-3, operation: 'harvested' },
  90: { property: 'wetMass', unit: 't', scale: 1e-3, operation: 'harvested' },
  116: { property: 'area', unit: 'm2', scale: 1 },
  148: { property: 'fuelUsed', unit: 'L', scale: 1e-3 },
  183: { property: 'dryMass', unit: 't', scale: 1e-3, operation: 'harvested' },
  266: { property: 'appliedRate', unit: 'kg', scale: 1, operation: 'applied' },
  267: { property: 'seedRate', unit: 'seeds', scale: 1, operation: 'planted' },
  268: { property: 'wetVolume', unit: 'm3', scale: 1e-3, operation: 'harvested' },
  269: { property: 'wetMass', unit: 't', scale: 1e-3, operation: 'harvested' },
  271: { property: 'area', unit: 'm2', scale: 1 },
  276: { property: 'fuelUsed', unit: 'L', scale: 0.5 },
  279: { property: 'dryMass', unit: 't', scale: 1e-3, operation: 'harvested' },
  325: { property: 'appliedRate', unit: 'L', scale: 1, operation: 'applied' },
  351: { property: 'appliedRate', unit: 'L', scale: 1e-3, operation: 'applied' },
  352: { property: 'appliedRate', unit: 'kg', scale: 1e-3, operation: 'applied' },
};

/** Meanings of rates, flows and counters of mass if the mass is seed, as for drills. */
export const seedEntries: Record<number, IsoEntry> = {
  6: { property: 'seedRateTarget', unit: 'kg/ha', scale: 1e-2 },
  7: { property: 'seedRate', unit: 'kg/ha', scale: 1e-2, operation: 'planted' },
};

export const seedFlows: Record<number, IsoAmount> = {
  42: { property: 'seedRate', unit: 'kg', scale: 1e-6, operation: 'planted' },
};

export const seedTotals: Record<number, IsoAmount> = {
  81: { property: 'seedRate', unit: 'kg', scale: 1, operation: 'planted' },
  266: { property: 'seedRate', unit: 'kg', scale: 1, operation: 'planted' },
  352: { property: 'seedRate', unit: 'kg', scale: 1e-3, operation: 'planted' },
};

/** Whether a DDI is proprietary; only the device description explains those. */
export function isProprietary(ddi: number): boolean {
  return ddi >= 0xe000 && ddi <= 0xfffe;
}

/** DDI of an element's work state; 1 is on. */
export const workState = 141;

/** DDIs of the states of 16 sections in two bits each, where 01 is on; each DDI has the next 16 sections, up to 256. */
export const firstCondensedWorkState = 161;
export const lastCondensedWorkState = 176;

/** DDI of the seconds of work of a task. */
export const effectiveTime = 119;

export const workingWidth = 67;
/** DDIs of default and maximum width, used if no actual width is logged. */
export const otherWidths = [68, 70];
