import * as z from 'zod';

/** The properties of each kind of operation that an image can show. */
export const imageAttributes = {
  harvested: [
    'area',
    'distance',
    'elevation',
    'equipmentWidth',
    'harvestMoisture',
    'wetMass',
    'wetMassPerArea',
    'wetVolume',
    'wetVolumePerArea',
    'dryMass',
    'dryMassPerArea',
    'dryVolume',
    'dryVolumePerArea',
    'speed',
    'heading',
    'cropFlow',
    'proteinPercentage',
    'fuelRate',
    'fuelUsed',
  ],
  planted: [
    'heading',
    'distance',
    'elevation',
    'seedRate',
    'area',
    'equipmentWidth',
    'speed',
    'seedRateTarget',
    'seedDepth',
    'fuelRate',
    'fuelUsed',
    'downForce',
    'singulation',
  ],
  applied: [
    'heading',
    'distance',
    'elevation',
    'appliedRate',
    'area',
    'equipmentWidth',
    'speed',
    'appliedRateTarget',
    'fuelRate',
    'fuelUsed',
  ],
  tillage: [
    'area',
    'heading',
    'distance',
    'elevation',
    'equipmentWidth',
    'tillageDepthTarget',
    'speed',
    'tillageDepthActual',
    'fuelRate',
    'fuelUsed',
  ],
} as const;

const switches = (names: readonly string[]) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, z.boolean().optional()])) as Record<
      string,
      z.ZodOptional<z.ZodBoolean>
    >,
  );

/** The properties that get an image, by kind of operation; properties that are not named get none. */
export const imageAttributesSchema = z.strictObject({
  harvested: switches(imageAttributes.harvested).optional(),
  planted: switches(imageAttributes.planted).optional(),
  applied: switches(imageAttributes.applied).optional(),
  tillage: switches(imageAttributes.tillage).optional(),
});
