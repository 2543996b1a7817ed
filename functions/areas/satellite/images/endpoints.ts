import * as z from 'zod';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { processPath, satelliteField } from '../in-path.ts';

const imagePath = processPath.extend({
  type: z
    .string()
    .max(40)
    .regex(/^\w+$/, 'there is no such type')
    .describe('What the image shows, as the `type` of one of the images of the process: `NDVI`, `RGB_PNG`.'),
});

/** Of one network: a page may show the images of hundreds of scenes. */
const linksPerMinute = 1_000;

const number = z
  .string()
  .regex(/^\d{1,8}$/, 'there is no such tile')
  .transform(Number);

const tilePath = imagePath.extend({
  z: number.pipe(z.int().max(24, 'there is no such tile')).describe('The zoom, from 0 to 24.'),
  x: number.describe('The column, from the west.'),
  tile: z
    .string()
    .regex(/^\d{1,8}\.png$/, 'there is no such tile')
    .describe('The row, from the north, and `.png`: `5722.png`.'),
});

/** Images that were made of scenes. */
export const imageEndpoints = defineEndpoints({
  downloadSatelliteImage: {
    method: 'GET',
    path: '/fields/{id}/processes/{processId}/images/{type}',
    summary: 'Download an image of a process',
    description:
      'The `url` of an image. GeoTIFF in degrees (EPSG:4326), of Planet in the UTM zone of the scene, or PNG in the projection of web maps (EPSG:3857), clipped to the field. Contains modified Copernicus Sentinel data of the year of the scene.',
    access: 'owner',
    addition: true,
    params: imagePath,
    exists: { field: satelliteField, process: 'ownRead' },
    responses: downloadResponses,
  },
  openSatelliteImage: {
    method: 'GET',
    path: '/images/{link}',
    summary: 'Open the link of an image',
    description:
      'The `downloadUrl` of an image: opens it without a token, for five minutes from the answer that told it. 404 for a link that was changed, or whose image is gone.',
    access: 'public',
    addition: true,
    perMinute: linksPerMinute,
    params: z.object({ link: z.string().max(1_000).describe('As `downloadUrl` has it.') }),
    errors: { 410: 'The time of the link is over: ask for the process again.' },
    responses: downloadResponses,
  },
  getSatelliteTile: {
    method: 'GET',
    path: '/fields/{id}/processes/{processId}/images/{type}/tiles/{z}/{x}/{tile}',
    summary: 'Get a map tile of an image',
    description:
      'A PNG of 256 by 256 pixels for web maps (`{z}/{x}/{y}.png`), transparent where the image does not reach, so that a map needs not know where it lies. Of a type that is no picture, such as `NDVI`, its picture is shown: `NDVI_PNG`.',
    access: 'owner',
    addition: true,
    params: tilePath,
    exists: { field: satelliteField, process: 'ownRead' },
    responses: { 200: { description: 'The tile.', contentType: 'image/png' } },
  },
});
