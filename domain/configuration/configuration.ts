import * as z from 'zod';
import { cleanupRulesSchema, defaultCleanupRules } from './cleanup-rules.ts';
import { imageAttributesSchema } from './image-attributes.ts';

const percent = z.number().min(0).max(100);
const days = z.int().min(0).max(366);
const months = z.int().min(0).max(240);
const need = z.enum(['required', 'optional']);

/** Whether planting data without crop or seed rate is refused. */
const standardGeoJsonSchema = z.strictObject({
  planted: z.strictObject({ crop: need.optional(), seedRate: need.optional() }).optional(),
});

/** Every setting with its type and range. The one source: requests, answers, defaults and documents are made from it. */
const settings = {
  organizationDataSync: z
    .enum(['ALL', 'SELECTED_ONLY'])
    .describe('Sync every accessible organization, or the selected ones.'),
  customDataSync: z.boolean().describe('Provider fields arrive in PREVIEW and wait there until they are enabled.'),
  fieldsAutoSync: z.boolean().describe('Sync field boundaries without being asked.'),
  operationsAutoSync: z.boolean().describe('Pull operation files without being asked.'),
  implementsAutoSync: z.boolean(),
  machinesAutoSync: z.boolean(),
  operatorsAutoSync: z.boolean(),
  productsAutoSync: z.boolean(),
  zonesAutoSync: z.boolean(),
  syncPartnerData: z.boolean().describe('Also read what partners share with the account.'),
  automaticFixBoundary: z.boolean().describe('Try to repair invalid geometries of providers.'),
  fieldsAttachIntersection: percent.describe(
    'Percent, 0 to 100: an operation is attached to a field when they overlap by more.',
  ),
  fieldsAutoMerge: z.boolean().describe('Merge fields that overlap by more than `fieldsMergeIntersection`.'),
  fieldsMergeIntersection: percent.describe('Percent, 0 to 100; 0.5 is half a percent.'),
  cleanupStandardGeojson: z.boolean().describe('Leave out points that break `cleanupRules`.'),
  cleanupRules: cleanupRulesSchema.describe('Replaces all rules that hold otherwise.'),
  originalOperationData: z.boolean(),
  unitMeasurement: z
    .enum(['DEFAULT', 'METRIC', 'IMPERIAL'])
    .describe('Units of files and operations; DEFAULT is as in the source.'),
  enableOutsideFieldGeojson: z.boolean(),
  enableGeoparquetOutput: z.boolean(),
  enablePolygonOutput: z.boolean(),
  standardGeoJson: standardGeoJsonSchema,
  fieldOperationCreation: z.boolean(),
  outOfStandardOperations: z.boolean(),
  operationsFilteredGeojson: z.boolean(),
  operationsRemoveOutliers: z.boolean(),
  operationsOutliersLimit: z.number().positive().max(100).describe('Standard deviations.'),
  operationsMergeRange: days.describe('Days; all operations but harvests.'),
  operationsMergeRangeHarvested: days.describe('Days; harvests.'),
  operationsProcessingRange: months.describe('Months looked back.'),
  splitOperationsByField: z.boolean(),
  splitOperationsByProvider: z.boolean(),
  splitOperationsByTillType: z.boolean(),
  summarizeByProductEntry: z.boolean(),
  enableOperationsSession: z.boolean(),
  operationsImageCreation: z.boolean().describe('Make PNG images of operation properties.'),
  operationsImageAsGeoTiff: z.boolean(),
  operationsImageAttributeCreation: imageAttributesSchema,
  irrigationProcessingRange: months.describe('Months looked back.'),
};

/** All settings with their values, as the code reads them. */
export const completeSettingsSchema = z.object(settings);
export type Settings = z.infer<typeof completeSettingsSchema>;

/** What holds when neither user nor owner says otherwise. */
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
  irrigationProcessingRange: 12,
};

/** What a user or an owner has set: some of the settings. */
export const someSettingsSchema = z.strictObject(settings).partial();
export type SomeSettings = z.infer<typeof someSettingsSchema>;

/** A change of a user's settings: null takes an override away. */
export const changedSettingsSchema = z
  .strictObject(
    Object.fromEntries(Object.entries(settings).map(([name, schema]) => [name, schema.nullable().optional()])),
  )
  .meta({ id: 'ConfigurationChange' }) as unknown as z.ZodType<{
  [Name in keyof Settings]?: Settings[Name] | null | undefined;
}>;

/** A configuration as it is answered. */
export const configurationSchema = z
  .object({
    apiOwnerUsername: z.string(),
    svcUserId: z.string().describe('Empty in the configuration of the owner.'),
    ...z.object(settings).partial().shape,
  })
  .meta({ id: 'Configuration' });

export const readOnlyMembers = ['apiOwnerUsername', 'svcUserId'] as const;
