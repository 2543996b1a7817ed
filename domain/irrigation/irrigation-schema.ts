import * as z from 'zod';
import { inOrder, instant, lastInstant } from '../parameters.ts';
import { createdTimeSchema, ownerNameSchema, quantitySchema, svcUserIdSchema } from '../shared-members.ts';

const length = quantitySchema(z.enum(['m', 'ft']));
const hours = quantitySchema(z.literal('hr'));

export const irrigationEquipmentSchema = z
  .object({
    id: z.uuid().describe('Id of the equipment, assigned by Furrow.'),
    providerEquipmentId: z.string().describe('Id of the equipment at its provider.'),
    provider: z.string().describe('Key of the provider.'),
    name: z.string().optional().describe('The name at the provider; absent if it has none.'),
    type: z.string().describe('Such as `pivot` or `lateral`.'),
    pivotLength: length
      .optional()
      .describe('The length of the pivot without its end gun; absent if the provider does not report it.'),
    endgunLength: length.optional().describe('The reach of the end gun; absent if the provider does not report one.'),
    pivotRuntime: hours.optional().describe('The time of one turn at full speed.'),
    brand: z.string().describe('`unknown` where the provider does not name it.'),
    originalEquipmentData: z
      .object({
        equipmentType: z.string().optional().describe('The type, as the provider spells it.'),
        equipmentSubType: z.string().optional().describe('The subtype, as the provider spells it.'),
      })
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
  .object({
    id: z.uuid().describe('Id of the equipment, as `…/irrigation-equipment` lists it.'),
    name: z.string().optional().describe('The name at the provider; absent if it has none.'),
    type: z.string().describe('Such as `pivot` or `lateral`.'),
    providerEquipmentId: z.string().describe('Id of the equipment at its provider.'),
  })
  .meta({ id: 'IrrigatingEquipment' });

const coordinates = z
  .array(z.array(z.array(z.array(z.number()))))
  .describe('Polygons, of rings, of positions: longitude, then latitude, in degrees.');
const geometrySchema = z
  .object({ type: z.literal('MultiPolygon').describe('The type of the geometry.'), coordinates })
  .describe('The watered ground, as a MultiPolygon of GeoJSON in degrees on WGS 84.');

const waterMembers = {
  depth: z
    .object({
      avg: z.number().describe('The mean depth, in `unit`.'),
      sum: z.number().describe('The sum of depths, in `unit`.'),
      min: z.number().describe('The least depth, in `unit`.'),
      max: z.number().describe('The greatest depth, in `unit`.'),
      unit: z.enum(['mm', 'in']).describe('The unit of the depths.'),
    })
    .describe(
      '`avg` is the volume over the watered area; `sum` adds the depths of the features of `standardGeojson`, each once; passes over one place add up.',
    ),
  totalArea: quantitySchema(z.enum(['ha', 'ac'])).describe('The watered area, each place once.'),
  totalVolume: quantitySchema(z.enum(['L', 'gal'])).describe('The sum of depth × area.'),
  totalPowerOn: hours.describe('How long the machine ran on that date.'),
};

const summaryOf = <Members extends z.ZodRawShape>(members: Members) =>
  z.object({
    type: z.literal('Feature').describe('The type of the GeoJSON object.'),
    geometry: geometrySchema,
    properties: z.object(members).describe('The figures of the day.'),
  });

const common = {
  id: z.uuid().describe('Id of the record; the same however often the day is read.'),
  provider: z.string().describe('Key of the provider.'),
  standardGeojson: z.url().describe('The ground by depth. Needs the bearer token.'),
  downloadStandardGeojson: z.url().describe('Same as `standardGeojson`.'),
  svcUserId: svcUserIdSchema,
  apiOwnerUsername: ownerNameSchema,
  equipment: z.array(namedEquipmentSchema).describe('The machines that gave the water.'),
  createdTime: createdTimeSchema,
  startTime: z.iso.datetime().describe('Names the local date at the pivot, as 00:00 of that date in UTC.'),
  endTime: z.iso.datetime().describe('Names the local date at the pivot, as 23:59:59 of that date in UTC.'),
  timeZone: z.string().describe('The IANA time zone of the date.'),
  derived: z
    .literal(true)
    .optional()
    .describe('The water follows from passes and their depth, because the panel reports none.'),
};

export const appliedIrrigationSchema = z
  .object({
    ...common,
    summary: summaryOf(waterMembers).meta({
      id: 'IrrigationSummary',
      description: 'The water of the day, and the ground that got it.',
    }),
  })
  .meta({ id: 'AppliedIrrigation' });

export const fieldIrrigationSchema = z
  .object({
    ...common,
    fieldId: z.string().describe('Id of the field, as `GET /services/fields/api/fields` lists it.'),
    irrigationId: z.array(z.uuid()).describe('The applied irrigation that it is a part of.'),
    summary: summaryOf({
      ...waterMembers,
      coverage: quantitySchema(z.literal('percentage')).describe('The part of the field that was watered.'),
    }).meta({
      id: 'FieldIrrigationSummary',
      description: 'The water that the field got on the day, and the ground of it that got it.',
    }),
  })
  .meta({ id: 'FieldIrrigation' });

export const wateredFieldSchema = z
  .object({
    fieldId: z.string().describe('Id of the field, as `GET /services/fields/api/fields` lists it.'),
    lastIrrigationTime: z.iso.datetime().describe('When it last got water, within the span that was asked for.'),
  })
  .meta({ id: 'IrrigatedField' });

export const irrigationGeojsonSchema = z
  .object({
    type: z.literal('FeatureCollection').describe('The type of the GeoJSON object.'),
    features: z
      .array(
        z.object({
          type: z.literal('Feature').describe('The type of the GeoJSON object.'),
          geometry: geometrySchema,
          properties: z
            .object({ depth: z.number().describe('The depth of water, in the unit that `…/units` names.') })
            .describe('What is known of the ground.'),
        }),
      )
      .describe('One feature for each depth.'),
  })
  .meta({ id: 'IrrigationGeojson' });

export const irrigationUnitsSchema = z
  .object({
    depth: z.enum(['mm', 'in']).describe('The unit of `depth`.'),
    totalArea: z.enum(['ha', 'ac']).describe('The unit of `totalArea`.'),
    totalVolume: z.enum(['L', 'gal']).describe('The unit of `totalVolume`.'),
    totalPowerOn: z.literal('hr').describe('The unit of `totalPowerOn`.'),
  })
  .meta({ id: 'IrrigationUnits' });

export const fieldIrrigationUnitsSchema = irrigationUnitsSchema
  .extend({ coverage: z.literal('percentage').describe('The unit of `coverage`.') })
  .meta({ id: 'FieldIrrigationUnits' });

const depthSchema = quantitySchema(z.enum(['mm', 'in']));

export const irrigationSeasonSchema = z
  .object({
    fieldId: z.string().describe('Id of the field, as `GET /services/fields/api/fields` lists it.'),
    startTime: z.iso.datetime().describe('Names the first local date.'),
    endTime: z.iso.datetime().describe('Names the last local date.'),
    arc: waterMembers.totalArea.describe(
      'The whole arc: ground of the field that got water in the twelve months up to `endTime`, each place once.',
    ),
    depth: depthSchema.describe('`totalVolume` over the whole arc.'),
    totalVolume: waterMembers.totalVolume,
    days: z
      .array(
        z.object({
          startTime: z.iso.datetime().describe('Names the local date.'),
          ids: z.array(z.uuid()).describe('The irrigation of the field on that date, one for each provider.'),
          depth: depthSchema.describe('The volume over the whole arc, not only over what was watered on that date.'),
          sum: depthSchema.describe('`depth` of all dates up to this one.'),
          totalVolume: waterMembers.totalVolume,
        }),
      )
      .describe('The dates with irrigation, the first one first.'),
  })
  .meta({ id: 'IrrigationSeason' });

/** Spans of dates: a record is in it if its `startTime` is. */
export const irrigationSpan = {
  startTime: instant.optional().describe('Only irrigation whose `startTime` is not before this moment.'),
  endTime: lastInstant.optional().describe('Only irrigation whose `startTime` is not after this moment.'),
};
export const spanInOrder = inOrder('startTime', 'endTime');
