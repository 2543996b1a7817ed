import * as z from 'zod';
import { exampleGeometry } from '../../../../domain/geometry/geometry-body.ts';
import { limitText } from '../../../../domain/limits.ts';
import { groundStatisticsSchema } from '../../../../domain/satellite/processes/ground-statistics.ts';
import { sceneIndices } from '../../../../domain/satellite/scenes/scene-image.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { processPath, satelliteField } from '../in-path.ts';
import { upstreamHeader } from '../upstream-header.ts';

const askedSchema = z
  .strictObject({
    geometry: z
      .unknown()
      .refine((geometry) => typeof geometry === 'object' && geometry !== null, 'must be a GeoJSON Polygon')
      .meta({ type: 'object' })
      .describe(
        'A GeoJSON Polygon or MultiPolygon in degrees of longitude and latitude (WGS 84), with the limits of a registered field: at most 50,000 ha, 300 km of perimeter and 1,500 vertices, inner rings of at least 1 m². What lies beside the field has no pixels.',
      ),
    index: z.enum(sceneIndices).default('NDVI').describe('The vegetation index.'),
  })
  .meta({ id: 'GroundStatisticsQuery' });

const sidesSchema = z
  .object({
    processId: z.uuid().describe('Id of the process of the scene.'),
    date: z.iso.datetime().describe('When the satellite saw the field.'),
    index: z.enum(sceneIndices).describe('The vegetation index.'),
    resolution: z.number().nullable().describe('Metres per pixel.'),
    inside: groundStatisticsSchema.describe('Statistics of the pixels inside of the polygon.'),
    outside: groundStatisticsSchema.describe('Statistics of the other pixels of the field.'),
  })
  .meta({ id: 'SidesStatistics' });

/** The endpoint of statistics of a part of a field. */
export const statisticsEndpoints = defineEndpoints({
  getSatelliteStatistics: {
    method: 'POST',
    path: '/fields/{id}/processes/{processId}/statistics',
    summary: 'Get an index inside and outside of a polygon',
    description: `Statistics of the pixels of the scene, as in \`statistics\` of the process, for the part of the field in the polygon and for the rest of it. A pixel is inside if its middle is; each pixel of the field is in one of the two, so that their counts add up to those of the field. A polygon without pixels of the field has 0 \`pixels\` and no mean. The scene has at most ${limitText.partPixels} pixels around the field. 404 while the process has no images of the index. Contains modified Copernicus Sentinel data of the year of the scene.`,
    access: 'owner',
    addition: true,
    params: processPath,
    exists: { field: satelliteField, process: 'ownRead' },
    body: { kind: 'json', schema: askedSchema, example: { geometry: exampleGeometry, index: 'NDVI' } },
    responses: { 200: { description: 'Both parts.', schema: sidesSchema, headers: upstreamHeader } },
  },
});
