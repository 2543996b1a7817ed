import * as z from 'zod';
import type { Bounds } from '../../geometry/multi-polygon.ts';
import { planetAssetTypes } from '../planet/asset-types.ts';
import { imageryProviders } from '../scenes/scene.ts';
import type { SceneImage } from '../scenes/scene-image.ts';

/** `STARTED` when a scene was found or is to be processed again; ends in one of the others. */
export const processStatuses = ['STARTED', 'SUCCESS', 'FAILED'] as const;
export type ProcessStatus = (typeof processStatuses)[number];

const percent = z.number().min(0).max(100);

const quantilesSchema = z.object({
  p10: z.number().describe('The value that 10 percent of the pixels do not exceed.'),
  p25: z.number().describe('The value that 25 percent of the pixels do not exceed.'),
  p50: z.number().describe('The median.'),
  p75: z.number().describe('The value that 75 percent of the pixels do not exceed.'),
  p90: z.number().describe('The value that 90 percent of the pixels do not exceed.'),
});

/** Statistics of an index over the pixels of a field that have a value; clouds are not left out. */
export const indexStatisticsSchema = z
  .object({
    mean: z.number().describe('The mean of the pixels that have a value.'),
    min: z.number().describe('The lowest value of a pixel.'),
    max: z.number().describe('The highest value of a pixel.'),
    quantiles: quantilesSchema
      // Interpolated between the two nearest values.
      .describe('Values that 10, 25, 50, 75 and 90 percent of the pixels do not exceed.'),
    validPercent: percent.describe('Percent of the field’s pixels that have a value.'),
    clearPercent: percent
      .optional()
      .describe(
        'Percent of the field’s pixels that have a value and are clear. Of Sentinel-2 these are the scene classes 4 (vegetation), 5 (bare soil), 6 (water) and 7 (unclassified), not those of clouds (8, 9), cirrus (10), shadows (2, 3), snow (11) and damaged pixels (1); of Planet pixels without cloud, haze and shadow in the mask. Absent if the clouds are unknown.',
      ),
    clearMean: z
      .number()
      .optional()
      .describe('The mean of the clear pixels; absent if there are none, or if the clouds are unknown.'),
    clearMin: z.number().optional().describe('Like `clearMean`, as the following members.'),
    clearMax: z
      .number()
      .optional()
      .describe('The highest value of a clear pixel; absent if there are none, or if the clouds are unknown.'),
    clearQuantiles: quantilesSchema
      .optional()
      .describe('Like `quantiles`, of the clear pixels; absent if there are none, or if the clouds are unknown.'),
  })
  .meta({ id: 'IndexStatistics' });

export type IndexStatistics = z.infer<typeof indexStatisticsSchema>;

export const sceneImageSchema = z
  .object({
    url: z.url().describe('The permanent URL of the image, which needs the bearer token.'),
    downloadUrl: z.url().describe('A URL that works without a token for five minutes.'),
    type: z.string().describe('The content of the image, such as `NDVI`, `NDVI_COLOR`, `RGB_PNG` or `B04`.'),
    resolution: z.number().nullable().describe('Metres per pixel; null for pictures (PNG), which are enlarged.'),
  })
  .meta({ id: 'SatelliteImage' });

/** A process, which makes images of one scene for one field, as responses show it. */
export const imageProcessSchema = z
  .object({
    id: z.uuid().describe('Stays the same however often the scene is found or processed.'),
    date: z.iso.datetime().describe('When the satellite saw the field.'),
    clouds: percent
      .optional()
      .describe(
        'Percent of cloud or cirrus in the part of the field that the scene covers; absent for a Planet scene that was delivered without its mask (`ortho_udm2`).',
      ),
    provider: z.enum(imageryProviders).describe('The provider of the scene.'),
    status: z
      .enum(processStatuses)
      .describe('`STARTED` while it runs; `SUCCESS` when all images exist; `FAILED` otherwise.'),
    coverage: percent.optional().describe('Percent of the field for which the scene has data.'),
    images: z.array(sceneImageSchema).describe('Empty until it has succeeded.'),
    processedTimestamp: z.iso.datetime().optional().describe('When processing ended.'),
    offset: z
      .object({
        value: z.number().describe('What was added to the reflectance of all bands.'),
        basis: z
          .enum(['listed', 'pixels'])
          .describe(
            '`listed`: what the catalogue says. `pixels`: the catalogue lists an offset, but pixels of the whole scene show that they include it.',
          ),
      })
      .optional()
      .describe(
        'The same for all fields of a scene. Absent for Planet, and for processes that ended before it was recorded.',
      ),
    statistics: z
      .object({
        NDVI: indexStatisticsSchema
          .optional()
          .describe('Statistics of the NDVI; absent if no pixel of the field has a value of it.'),
        NDRE: indexStatisticsSchema.optional().describe('Statistics of the NDRE; absent if the scene lacks its bands.'),
      })
      .optional()
      .describe('Statistics of the indices over the field.'),
    reason: z.string().optional().describe('Why the query failed.'),
    assetTypes: z
      .array(z.enum(planetAssetTypes))
      .optional()
      .describe('Planet scenes only: the ordered assets, which are those that the field asks for and the scene has.'),
    upstream: z
      .string()
      .describe(
        'The catalogue of the scene, such as `earth-search`; `stand-in` for a synthetic scene, used when no catalogue could be reached.',
      ),
    scene: z.string().describe('The scene’s id in the catalogue.'),
    collection: z.string().describe('The collection of the catalogue that has the scene.'),
  })
  .meta({ id: 'ImageProcess' });

/** A process as it is stored. `coverage`, `clouds`, `bounds` and `statistics` are there once it has been processed. */
export interface ImageProcess extends Omit<z.infer<typeof imageProcessSchema>, 'scene' | 'images'> {
  ownerId: string;
  fieldId: string;
  /** The Item of the scene in its collection. */
  sceneId: string;
  /** The scene's own: a field on a tile that a datastrip cuts has a process for each of the two pieces. */
  datastrip?: string;
  images: SceneImage[];
  /** The edges of its pictures, in degrees: west, south, east, north. */
  bounds?: Bounds;
  createdAt: string;
}

/** Processes can be sorted by these. */
export const processSortFields = ['date', 'clouds', 'coverage', 'processedTimestamp', 'provider'] as const;
