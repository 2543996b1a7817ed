import * as z from 'zod';
import { type MultiPolygon, multiPolygonSchema } from '../geometry/multi-polygon.ts';
import type { PlanetAssetType } from './planet/asset-types.ts';
import { type ImageryProvider, imageryProviders } from './scenes/scene.ts';

export const externalIdSchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}/\\?#]+$/u, 'must not have control characters, slashes, question marks or number signs');

/** A field registered for satellite images. */
export const satelliteFieldSchema = z
  .object({
    id: z.uuid().describe('Assigned by the service. Paths take this id or the `externalId`.'),
    externalId: externalIdSchema.describe('The owner’s own id for the field, unique per owner.'),
    geometry: multiPolygonSchema.describe('The ground, in degrees of longitude and latitude (WGS 84).'),
    providers: z
      .array(z.enum(imageryProviders))
      .describe('The sources of images: `sentinel` is public, `planet` is commercial and uses quota.'),
    endDate: z.iso
      .date()
      .optional()
      .describe(
        'The last day of which images are wanted, in UTC; absent for a field that is watched until it is deleted.',
      ),
    createdAt: z.iso.datetime().describe('When the field was registered.'),
  })
  .meta({ id: 'SatelliteField' });

type SatelliteField = z.infer<typeof satelliteFieldSchema>;

/** A registered field as it is stored. It never changes: to change a field, an owner deletes and registers it again. */
export interface StoredSatelliteField extends SatelliteField {
  ownerId: string;
  geometry: MultiPolygon;
  areaHectares: number;
  /** The first day of which images are wanted, `YYYY-MM-DD`, by provider. */
  since: Partial<Record<ImageryProvider, string>>;
  /** The assets that are ordered from Planet. */
  assetTypes?: PlanetAssetType[];
}

/** Fields can be sorted by these. */
export const satelliteFieldSortFields = ['createdAt', 'providers', 'externalId'] as const;
