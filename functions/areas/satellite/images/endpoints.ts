import * as z from 'zod';
import { downloadResponses } from '../../../http/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { processPath, satelliteField } from '../in-path.ts';

const imagePath = processPath.extend({
  type: z
    .string()
    .max(40)
    .regex(/^\w+$/, 'there is no such type')
    .describe('What the image shows, as the `type` of one of the images of the process: `NDVI`, `RGB_PNG`.'),
});

/** Images that were made of scenes. */
export const imageEndpoints = defineEndpoints({
  downloadSatelliteImage: {
    method: 'GET',
    path: '/fields/{id}/processes/{processId}/images/{type}',
    summary: 'Download an image of a process',
    description:
      'The `url` of an image. GeoTIFF in degrees (EPSG:4326) or PNG in the projection of web maps (EPSG:3857), clipped to the field. Contains modified Copernicus Sentinel data of the year of the scene.',
    access: 'owner',
    addition: true,
    params: imagePath,
    exists: { field: satelliteField, process: 'ownRead' },
    responses: downloadResponses,
  },
});
