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
    Object.fromEntries(
      names.map((name) => [name, z.boolean().optional().describe(`Make an image of \`${name}\`; false by default.`)]),
    ) as Record<string, z.ZodOptional<z.ZodBoolean>>,
  );

/** The properties that get an image, by kind of operation; properties that are not named get none. */
export const imageAttributesSchema = z.strictObject({
  harvested: switches(imageAttributes.harvested).optional().describe('Properties of harvests that get an image.'),
  planted: switches(imageAttributes.planted).optional().describe('Properties of planting that get an image.'),
  applied: switches(imageAttributes.applied).optional().describe('Properties of applications that get an image.'),
  tillage: switches(imageAttributes.tillage).optional().describe('Properties of tillage that get an image.'),
});
