import type { OperationType } from '../operation-type.ts';
import type { PointPropertyName } from '../points/point-properties.ts';

/** A data type definition of ADAPT Standard 1, which has a fixed unit. */
export interface AdaptDefinition {
  property: PointPropertyName;
  unit: string;
  /** The kinds of work in which it has this meaning; all by default. */
  only?: OperationType;
}

/** Definitions by code. If several mean the same property, the first one in a file is used. */
export const adaptDefinitions: Record<string, AdaptDefinition[]> = {
  AppliedCountPerAreaActual: [{ property: 'seedRate', unit: 'seeds/ha', only: 'planted' }],
  AppliedCountPerAreaTarget: [{ property: 'seedRateTarget', unit: 'seeds/ha', only: 'planted' }],
  AppliedMassPerAreaActual: [
    { property: 'seedRate', unit: 'kg/ha', only: 'planted' },
    { property: 'appliedRate', unit: 'kg/ha', only: 'applied' },
  ],
  AppliedMassPerAreaTarget: [
    { property: 'seedRateTarget', unit: 'kg/ha', only: 'planted' },
    { property: 'appliedRateTarget', unit: 'kg/ha', only: 'applied' },
  ],
  AppliedVolumePerAreaActual: [{ property: 'appliedRate', unit: 'L/ha', only: 'applied' }],
  AppliedVolumePerAreaTarget: [{ property: 'appliedRateTarget', unit: 'L/ha', only: 'applied' }],
  YieldWetMassPerArea: [{ property: 'wetMassPerArea', unit: 'kg/ha' }],
  YieldTotalWetMass: [{ property: 'wetMass', unit: 'kg' }],
  YieldDryMassPerArea: [{ property: 'dryMassPerArea', unit: 'kg/ha' }],
  YieldTotalDryMass: [{ property: 'dryMass', unit: 'kg' }],
  YieldWetVolumePerArea: [{ property: 'wetVolumePerArea', unit: 'L/ha' }],
  YieldTotalWetVolume: [{ property: 'wetVolume', unit: 'L' }],
  YieldDryVolumePerArea: [{ property: 'dryVolumePerArea', unit: 'L/ha' }],
  YieldTotalDryVolume: [{ property: 'dryVolume', unit: 'L' }],
  YieldWetMassPerTime: [{ property: 'cropFlow', unit: 'kg/s' }],
  CommodityMoisture: [{ property: 'harvestMoisture', unit: 'percentage' }],
  SeedingDepthActual: [{ property: 'seedDepth', unit: 'm' }],
  SeedSingulation: [{ property: 'singulation', unit: 'percentage' }],
  SeedSkips: [{ property: 'skips', unit: 'percentage' }],
  SeedDoubles: [{ property: 'doubles', unit: 'percentage' }],
  DownforceAppliedActual: [{ property: 'downForce', unit: 'N' }],
  TillageDepthActual: [{ property: 'tillageDepthActual', unit: 'm' }],
  TillageDepthTarget: [{ property: 'tillageDepthTarget', unit: 'm' }],
  ElapsedTime: [{ property: 'samplingInterval', unit: 's' }],
  DistanceTraveled: [{ property: 'distance', unit: 'm' }],
  Width: [{ property: 'equipmentWidth', unit: 'm' }],
  Heading: [{ property: 'heading', unit: 'arcdeg' }],
  Elevation: [{ property: 'elevation', unit: 'm' }],
  Speed: [{ property: 'speed', unit: 'm/s' }],
};

const operations: [code: RegExp, operation: OperationType][] = [
  [/^HARVEST$/, 'harvested'],
  [/^APPLICATION_(SOWING_AND_PLANTING(_SEEDS)?|TRANSPLANTING)$/, 'planted'],
  [/^APPLICATION_/, 'applied'],
  [/^FIELD_PREPARATION_TILLAGE$/, 'tillage'],
];

/** The kind of work of an operation type code; undefined for work without a standard form, such as scouting. */
export function adaptOperation(code: string): OperationType | undefined {
  return operations.find(([pattern]) => pattern.test(code))?.[1];
}
