import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { areaHectares } from '../geometry/area.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import { day, inOrder } from '../parameters.ts';
import { addDays, dayOf } from '../weather/days.ts';
import { planetAssetTypes } from './planet/asset-types.ts';
import { externalIdSchema, type StoredSatelliteField } from './satellite-field.ts';
import { type ImageryProvider, imageryProviders } from './scenes/scene.ts';

const provider = z.enum(imageryProviders);

const defaultDaysBefore = 30;
/** Reaches back before the first satellite of either provider. */
const maxDaysBefore = 36_500;

/** The body of a registration. */
export const newSatelliteFieldSchema = z
  .strictObject({
    geometry: z
      .unknown()
      .refine((geometry) => typeof geometry === 'object' && geometry !== null, 'must be a GeoJSON MultiPolygon')
      .meta({ type: 'object' })
      .describe(
        'A GeoJSON MultiPolygon, or a Polygon, in degrees of longitude and latitude (WGS 84). At most 50,000 ha, 300 km of perimeter and 1,500 vertices, inner rings of at least 1 m², within a bounding box of 250,000 ha; with `planet`, of 22,500 ha on the grid of a scene, which is up to 3 degrees off north.',
      ),
    externalId: externalIdSchema.describe(
      'The owner’s own id for the field; 409 when another field of the owner has it.',
    ),
    providers: z
      .array(
        z.union([
          provider,
          z.strictObject({
            name: provider.describe('The provider.'),
            startDate: day
              .optional()
              .describe(
                'Scenes of this provider from this day on are processed, in place of the `startDate` or `daysBefore` of the body.',
              ),
          }),
        ]),
      )
      .min(1)
      .max(imageryProviders.length)
      .refine((wanted) => new Set(wanted.map(nameOf)).size === wanted.length, 'must name each provider once')
      .optional()
      .describe(
        'The sources of images, default `["sentinel"]`. A provider is given as its name, or as an object with its name and its own `startDate`.',
      ),
    assetTypes: z
      .array(z.enum(planetAssetTypes))
      .min(1)
      .max(planetAssetTypes.length)
      .optional()
      .describe('The assets to order from Planet, default `["ortho_analytic_8b_sr"]`; no effect for other providers.'),
    startDate: day.optional().describe('Scenes from this day on are processed. Cannot be combined with `daysBefore`.'),
    endDate: day
      .optional()
      .describe(
        'The last day whose scenes are processed, in UTC, such as that of a past season; needs `startDate`. Without it, new scenes are processed until the field is deleted.',
      ),
    daysBefore: z
      .int()
      .min(0)
      .max(maxDaysBefore)
      .optional()
      .describe(
        `The number of past days whose scenes are processed; default ${defaultDaysBefore} unless \`startDate\` is given.`,
      ),
  })
  .refine(({ startDate, daysBefore }) => startDate === undefined || daysBefore === undefined, {
    path: ['daysBefore'],
    message: 'cannot be combined with startDate; give one of the two',
  })
  .refine(({ startDate, endDate }) => endDate === undefined || startDate !== undefined, {
    path: ['endDate'],
    message: 'needs startDate; give both',
  })
  .refine(...inOrder('startDate', 'endDate'))
  .meta({ id: 'NewSatelliteField' });

type NewSatelliteField = z.infer<typeof newSatelliteFieldSchema>;

/** Makes a field of the body of a registration. @param geometry the checked geometry of the body. */
export function newSatelliteField(
  {
    externalId,
    providers = ['sentinel'],
    assetTypes,
    startDate,
    endDate,
    daysBefore = defaultDaysBefore,
  }: NewSatelliteField,
  { id, ownerId, geometry, now }: { id: string; ownerId: string; geometry: MultiPolygon; now: number },
): StoredSatelliteField {
  const from = startDate ?? addDays(dayOf(now), -daysBefore);
  const names = providers.map(nameOf);
  return {
    ...{ id, ownerId, externalId, geometry, providers: names, createdAt: timestamp(now) },
    ...(endDate !== undefined && { endDate }),
    areaHectares: areaHectares(geometry),
    since: Object.fromEntries(
      providers.map((one) => [nameOf(one), (typeof one === 'object' && one.startDate) || from]),
    ),
    ...(names.includes('planet') && { assetTypes: assetTypes ?? ['ortho_analytic_8b_sr'] }),
  };
}

function nameOf(wanted: ImageryProvider | { name: ImageryProvider }): ImageryProvider {
  return typeof wanted === 'object' ? wanted.name : wanted;
}
