import * as z from 'zod';
import { ownerNameSchema } from '../shared-members.ts';
import { storedNumber } from '../stored-number.ts';
import { areaUnits } from '../usage/area-unit.ts';
import { cleanupRulesSchema, defaultCleanupRules } from './cleanup-rules.ts';
import { imageAttributesSchema } from './image-attributes.ts';

const percent = storedNumber().min(0).max(100);
const days = z.int().min(0).max(366);
const months = z.int().min(0).max(240);
const need = z.enum(['required', 'optional']);

/** Whether planting data without crop or seed rate is refused. */
const standardGeoJsonSchema = z.strictObject({
  planted: z
    .strictObject({
      crop: need.optional().describe('Whether points of planting without a crop are refused.'),
      seedRate: need.optional().describe('Whether points of planting without a seed rate are refused.'),
    })
    .optional()
    .describe('What files of planting must have.'),
});

const fromNextSync = 'Applies from the next sync on; existing data stays.';
const whenProcessed = 'Applies to data that is processed from now on, and to existing data when it is processed again.';
const sync = (what: string) => z.boolean().describe(`${what} ${fromNextSync}`);
const processing = (what: string) => z.boolean().describe(`${what} ${whenProcessed}`);

/**
 * Every setting with its type and range, and from when a change takes effect: no setting rewrites data by itself.
 * Requests, responses, defaults and documentation are made from it.
 */
const settings = {
  organizationDataSync: z
    .enum(['ALL', 'SELECTED_ONLY'])
    .describe(`Sync every accessible organization, or only the selected ones. ${fromNextSync}`),
  customDataSync: sync('Provider fields arrive in PREVIEW and wait there until they are enabled.'),
  fieldsAutoSync: sync('Fetch fields from providers automatically.'),
  operationsAutoSync: sync('Fetch operation files from providers automatically.'),
  implementsAutoSync: sync('Fetch implements from providers.'),
  machinesAutoSync: sync('Fetch machines from providers.'),
  operatorsAutoSync: sync('Fetch operators from providers.'),
  productsAutoSync: sync('Fetch products from providers.'),
  zonesAutoSync: sync('Fetch zones from providers.'),
  syncPartnerData: sync('Also fetch data that partners share with the account.'),
  automaticFixBoundary: sync('Try to repair invalid geometries of providers.'),
  fieldsAttachIntersection: percent.describe(
    `Percent, 0 to 100; 0.5 is half a percent. An operation is attached to a field when they overlap by more. ${whenProcessed}`,
  ),
  fieldsAutoMerge: z
    .boolean()
    .describe(
      'Merge fields that overlap by `fieldsMergeIntersection` or more. Fields are compared when one of them changes. When this is switched off, merged fields are taken apart at their next change.',
    ),
  fieldsMergeIntersection: percent.describe(
    'Percent of the smaller of two fields that the other covers, 0 to 100; 0.5 is half a percent. Fields are compared when one of them changes.',
  ),
  cleanupStandardGeojson: processing('Leave out points that break `cleanupRules`.'),
  cleanupRules: cleanupRulesSchema.describe(
    `The rules that each point must meet, by the name of a property. They replace all rules that would apply otherwise. ${whenProcessed}`,
  ),
  originalOperationData: processing(
    'Include in summaries the names that the file has for its farm, field, grower and operation.',
  ),
  unitMeasurement: z
    .enum(['DEFAULT', 'METRIC', 'IMPERIAL'])
    .describe(`Units of files and operations; DEFAULT keeps those of the source. ${whenProcessed}`),
  enableOutsideFieldGeojson: processing('Keep points outside boundaries; needs `splitOperationsByField`.'),
  enableGeoparquetOutput: processing('Also write points as GeoParquet.'),
  enablePolygonOutput: processing('Also write polygons, as GeoParquet.'),
  standardGeoJson: standardGeoJsonSchema.describe(
    `Whether planting data without crop or seed rate is refused; a member that is left out is \`required\`. ${whenProcessed}`,
  ),
  fieldOperationCreation: processing('Build field operations from files.'),
  outOfStandardOperations: processing('Also process files that fail validation, marked as out of standard.'),
  operationsFilteredGeojson: processing('Write the filtered output.'),
  operationsRemoveOutliers: processing('Leave outliers of harvests out of the filtered output.'),
  operationsOutliersLimit: storedNumber()
    .positive()
    .max(100)
    .describe(`Standard deviations beyond which a point is an outlier. ${whenProcessed}`),
  operationsMergeRange: days.describe(
    `Days within which files of one field, crop and type become one operation, except harvests. ${whenProcessed}`,
  ),
  operationsMergeRangeHarvested: days.describe(
    `Days within which harvests of one field and crop become one operation. ${whenProcessed}`,
  ),
  operationsProcessingRange: months.describe(`How many months of operations are fetched. ${fromNextSync}`),
  splitOperationsByField: processing('One operation for each boundary that is met.'),
  splitOperationsByProvider: processing(
    'Keep providers apart when operations are merged. If off, a content that several of them deliver counts once.',
  ),
  splitOperationsByTillType: processing('Make one operation for each type of tillage.'),
  summarizeByProductEntry: processing('Add up products of one name in summaries of applications.'),
  enableOperationsSession: processing('Show operations by operator, implement and machine.'),
  operationsImageCreation: processing('Make PNG images of operation properties.'),
  operationsImageAsGeoTiff: processing('Make GeoTIFF images as well.'),
  operationsImageAttributeCreation: imageAttributesSchema.describe(
    `The properties that get an image, by kind of operation; properties that are not named get none. ${whenProcessed}`,
  ),
  unitWeights: z
    .strictObject({
      bale: storedNumber()
        .positive()
        .max(2000)
        .optional()
        .describe('Kilograms of a bale; bales have no weight if it is absent.'),
    })
    .describe(
      `Kilograms of units that have no weight of their own, such as \`{"bale": 226.8}\` (500 lb) for yields in bales/ac; without it such columns are left out with the problem \`unweighedUnits\`. ${whenProcessed}`,
    ),
  usageAreaUnit: z
    .enum(areaUnits)
    .describe(
      'Unit of areas in usage reports. Only the setting of the owner has an effect; it applies to all reports at once.',
    ),
  irrigationProcessingRange: months.describe(`How many months of irrigation are fetched. ${fromNextSync}`),
};

/** All settings with their values. */
export const completeSettingsSchema = z.object(settings);
export type Settings = z.infer<typeof completeSettingsSchema>;

/** The values of settings that neither the user nor the owner has set. */
export const defaultSettings: Settings = {
  organizationDataSync: 'ALL',
  customDataSync: true,
  fieldsAutoSync: true,
  operationsAutoSync: true,
  implementsAutoSync: false,
  machinesAutoSync: false,
  operatorsAutoSync: false,
  productsAutoSync: false,
  zonesAutoSync: false,
  syncPartnerData: false,
  automaticFixBoundary: true,
  fieldsAttachIntersection: 0.01,
  fieldsAutoMerge: false,
  fieldsMergeIntersection: 0.01,
  cleanupStandardGeojson: true,
  cleanupRules: defaultCleanupRules,
  originalOperationData: true,
  unitMeasurement: 'DEFAULT',
  enableOutsideFieldGeojson: false,
  enableGeoparquetOutput: false,
  enablePolygonOutput: false,
  standardGeoJson: { planted: { crop: 'required', seedRate: 'required' } },
  fieldOperationCreation: true,
  outOfStandardOperations: false,
  operationsFilteredGeojson: true,
  operationsRemoveOutliers: true,
  operationsOutliersLimit: 3,
  operationsMergeRange: 5,
  operationsMergeRangeHarvested: 21,
  operationsProcessingRange: 12,
  splitOperationsByField: true,
  splitOperationsByProvider: true,
  splitOperationsByTillType: false,
  summarizeByProductEntry: true,
  enableOperationsSession: false,
  operationsImageCreation: false,
  operationsImageAsGeoTiff: false,
  operationsImageAttributeCreation: {},
  unitWeights: {},
  usageAreaUnit: 'Acre',
  irrigationProcessingRange: 12,
};

/** The settings that a user or an owner has set. */
export const someSettingsSchema = z.strictObject(settings).partial();
export type SomeSettings = z.infer<typeof someSettingsSchema>;

/** A change of a user's settings: null removes an override. */
export const changedSettingsSchema = z
  .strictObject(
    Object.fromEntries(
      Object.entries(settings).map(([name, schema]) => [
        name,
        schema
          .nullable()
          .optional()
          .describe(`${schema.description} Null removes the setting, so that the one above it applies.`),
      ]),
    ),
  )
  .meta({ id: 'ConfigurationChange' }) as unknown as z.ZodType<{
  [Name in keyof Settings]?: Settings[Name] | null | undefined;
}>;

/** A configuration in responses. */
export const configurationSchema = z
  .object({
    apiOwnerUsername: ownerNameSchema,
    svcUserId: z.string().describe('Empty in the configuration of the owner.'),
    ...z.object(settings).partial().shape,
  })
  .meta({ id: 'Configuration' });

export const readOnlyMembers = ['apiOwnerUsername', 'svcUserId'] as const;

/** Applies a change to settings: null removes a setting, an object replaces the former one as a whole. */
export function changedSettings(
  settings: SomeSettings,
  changes: { [Name in keyof SomeSettings]: SomeSettings[Name] | null },
): SomeSettings {
  const merged = Object.entries({ ...settings, ...changes }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(merged) as SomeSettings;
}
