import * as z from 'zod';
import { inOrder, instant, lastInstant } from '../parameters.ts';

const length = z.object({ value: z.number(), unit: z.enum(['m', 'ft']) });
const hours = z.object({ value: z.number(), unit: z.literal('hr') });

export const irrigationEquipmentSchema = z
  .object({
    id: z.uuid(),
    providerEquipmentId: z.string(),
    provider: z.string(),
    name: z.string().optional(),
    type: z.string().describe('Such as `pivot` or `lateral`.'),
    pivotLength: length.optional(),
    endgunLength: length.optional(),
    pivotRuntime: hours.optional().describe('The time of one turn at full speed.'),
    brand: z.string().describe('`unknown` where the provider does not name it.'),
    originalEquipmentData: z
      .object({ equipmentType: z.string().optional(), equipmentSubType: z.string().optional() })
      .describe("The provider's own words."),
    timeZone: z
      .string()
      .optional()
      .describe(
        'The IANA time zone where it stands, by which its days are counted; absent if its position is not known.',
      ),
  })
  .meta({ id: 'IrrigationEquipment' });

const namedEquipmentSchema = z
  .object({ id: z.uuid(), name: z.string().optional(), type: z.string(), providerEquipmentId: z.string() })
  .meta({ id: 'IrrigatingEquipment' });

const coordinates = z.array(z.array(z.array(z.array(z.number()))));
const geometrySchema = z.object({ type: z.literal('MultiPolygon'), coordinates });

const waterMembers = {
  depth: z
    .object({ avg: z.number(), sum: z.number(), min: z.number(), max: z.number(), unit: z.enum(['mm', 'in']) })
    .describe(
      '`avg` is the volume over the watered area; `sum` adds the depths of the features of `standardGeojson`, each once; passes over one place add up.',
    ),
  totalArea: z.object({ value: z.number(), unit: z.enum(['ha', 'ac']) }).describe('The watered area, each place once.'),
  totalVolume: z.object({ value: z.number(), unit: z.enum(['L', 'gal']) }).describe('The sum of depth × area.'),
  totalPowerOn: hours.describe('How long the machine ran on that date.'),
};

const summaryOf = <Members extends z.ZodRawShape>(members: Members) =>
  z.object({ type: z.literal('Feature'), geometry: geometrySchema, properties: z.object(members) });

const common = {
  id: z.uuid(),
  provider: z.string(),
  standardGeojson: z.url().describe('The ground by depth. Needs the bearer token.'),
  downloadStandardGeojson: z.url(),
  svcUserId: z.uuid(),
  apiOwnerUsername: z.string(),
  equipment: z.array(namedEquipmentSchema),
  createdTime: z.iso.datetime(),
  startTime: z.iso.datetime().describe('Names the local date at the pivot, as 00:00 of that date in UTC.'),
  endTime: z.iso.datetime().describe('Names the local date at the pivot, as 23:59:59 of that date in UTC.'),
  timeZone: z.string().describe('The IANA time zone of the date.'),
  derived: z
    .literal(true)
    .optional()
    .describe('The water follows from passes and their depth, because the panel reports none.'),
};

export const appliedIrrigationSchema = z
  .object({ ...common, summary: summaryOf(waterMembers).meta({ id: 'IrrigationSummary' }) })
  .meta({ id: 'AppliedIrrigation' });

export const fieldIrrigationSchema = z
  .object({
    ...common,
    fieldId: z.string(),
    irrigationId: z.array(z.uuid()).describe('The applied irrigation that it is a part of.'),
    summary: summaryOf({
      ...waterMembers,
      coverage: z
        .object({ value: z.number(), unit: z.literal('percentage') })
        .describe('The part of the field that was watered.'),
    }).meta({ id: 'FieldIrrigationSummary' }),
  })
  .meta({ id: 'FieldIrrigation' });

export const wateredFieldSchema = z
  .object({
    fieldId: z.string(),
    lastIrrigationTime: z.iso.datetime().describe('When it last got water, within the span that was asked for.'),
  })
  .meta({ id: 'IrrigatedField' });

export const irrigationGeojsonSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: geometrySchema,
        properties: z.object({ depth: z.number() }),
      }),
    ),
  })
  .meta({ id: 'IrrigationGeojson' });

export const irrigationUnitsSchema = z
  .object({
    depth: z.enum(['mm', 'in']),
    totalArea: z.enum(['ha', 'ac']),
    totalVolume: z.enum(['L', 'gal']),
    totalPowerOn: z.literal('hr'),
  })
  .meta({ id: 'IrrigationUnits' });

export const fieldIrrigationUnitsSchema = irrigationUnitsSchema
  .extend({ coverage: z.literal('percentage') })
  .meta({ id: 'FieldIrrigationUnits' });

const depthSchema = z.object({ value: z.number(), unit: z.enum(['mm', 'in']) });

export const irrigationSeasonSchema = z
  .object({
    fieldId: z.string(),
    startTime: z.iso.datetime().describe('Names the first local date.'),
    endTime: z.iso.datetime().describe('Names the last local date.'),
    arc: waterMembers.totalArea.describe(
      'The whole arc: ground of the field that got water in the twelve months up to `endTime`, each place once.',
    ),
    depth: depthSchema.describe('`totalVolume` over the whole arc.'),
    totalVolume: waterMembers.totalVolume,
    days: z.array(
      z.object({
        startTime: z.iso.datetime().describe('Names the local date.'),
        ids: z.array(z.uuid()).describe('The irrigation of the field on that date, one for each provider.'),
        depth: depthSchema.describe('The volume over the whole arc, not only over what was watered on that date.'),
        sum: depthSchema.describe('`depth` of all dates up to this one.'),
        totalVolume: waterMembers.totalVolume,
      }),
    ),
  })
  .meta({ id: 'IrrigationSeason' });

/** Spans of dates: a record is in it if its `startTime` is. */
export const irrigationSpan = {
  startTime: instant.optional().describe('Only irrigation whose `startTime` is not before this moment.'),
  endTime: lastInstant.optional().describe('Only irrigation whose `startTime` is not after this moment.'),
};
export const spanInOrder = inOrder('startTime', 'endTime');
