import * as z from 'zod';

const id = z.object({ referenceId: z.string() });
const named = z.object({ id, name: z.string() });

const deviceConfiguration = z.object({ deviceId: z.string() });

const timeScopes = z
  .array(z.object({ dateContextCode: z.string().nullish(), start: z.string().nullish(), end: z.string().nullish() }))
  .nullish();

const variableSchema = z.object({
  definitionCode: z.string().optional(),
  geoParquetColumnName: z.string().optional(),
  geoTIFFBandIndex: z.int().nullish(),
  fileDataIndex: z.int().nullish(),
  productId: z.string().optional(),
});

const operationSchema = z.object({
  name: z.string().optional(),
  operationTypeCode: z.string(),
  spatialRecordsFile: z.string().optional(),
  productIds: z.array(z.string()).nullish(),
  variables: z.array(variableSchema).nullish(),
  timeScopes,
  deviceConfiguration: deviceConfiguration.nullish(),
  /** In version 1 of the schema. */
  deviceConfigurations: z.array(deviceConfiguration).nullish(),
});

const workRecordSchema = z.object({
  fieldId: z.string().nullish(),
  cropZoneId: z.string().nullish(),
  timeScopes,
  operations: z.array(operationSchema).default([]),
});

/** The used parts of the document of an ADAPT Standard 1 data set (adapt.json). */
const adaptDocumentSchema = z.object({
  rootSchemaVersion: z.string(),
  catalog: z.object({
    growers: z.array(named).nullish(),
    farms: z.array(named.extend({ growerId: z.string().nullish() })).nullish(),
    fields: z.array(named.extend({ farmId: z.string().nullish() })).nullish(),
    crops: z.array(named).nullish(),
    cropZones: z.array(z.object({ id, cropId: z.string().nullish() })).nullish(),
    devices: z
      .array(named.extend({ serialNumber: z.string().nullish(), deviceModelId: z.string().nullish() }))
      .nullish(),
    deviceModels: z.array(named.extend({ brandId: z.string().nullish() })).nullish(),
    brands: z.array(named).nullish(),
    products: z.array(named.extend({ productTypeCode: z.string().nullish(), cropId: z.string().nullish() })).nullish(),
  }),
  documents: z.object({ workRecords: z.array(workRecordSchema).nullish() }).nullish(),
});

export type AdaptDocument = z.infer<typeof adaptDocumentSchema>;
export type AdaptOperation = z.infer<typeof operationSchema>;
export type AdaptVariable = z.infer<typeof variableSchema>;
type AdaptWork = z.infer<typeof workRecordSchema>;

/** @returns undefined for a text that is not such a document. */
export function readAdaptDocument(json: string): AdaptDocument | undefined {
  try {
    return adaptDocumentSchema.safeParse(JSON.parse(json.replace(/^\uFEFF/, ''))).data;
  } catch {
    return undefined;
  }
}

/**
 * The recorded operations with their work records.
 *
 * @example const files = recordedOperations(document).flatMap(({ operation }) => operation.spatialRecordsFile ?? []);
 */
export function recordedOperations({ documents }: AdaptDocument) {
  return (documents?.workRecords ?? []).flatMap((work) => work.operations.map((operation) => ({ work, operation })));
}

/** The start of an operation (UTC), as the document writes it: its own, or else that of its work record. */
export function actualStart(operation: AdaptOperation, work: AdaptWork): string | undefined {
  const scopes = [...(operation.timeScopes ?? []), ...(work.timeScopes ?? [])];
  const starts = scopes
    .filter(({ dateContextCode }) => dateContextCode === 'ACTUAL')
    .map(({ start, end }) => start ?? end);
  return starts.find((start) => start) ?? undefined;
}
