import * as z from 'zod';
import { shownParts } from '../../../../domain/satellite/pictures/shown-parts.ts';
import { downloadResponses, linkSchema } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { processPath, satelliteField } from '../in-path.ts';
import { upstreamHeader } from '../upstream-header.ts';

const imagePath = processPath.extend({
  type: z
    .string()
    .max(40)
    .regex(/^\w+$/, 'there is no such type')
    .describe('The `type` of one of the images of the process, such as `NDVI` or `RGB_PNG`.'),
});

/** Links that clients of one network may open per minute: a page may show the images of hundreds of scenes. */
const linksPerMinute = 1_000;

const number = z
  .string()
  .regex(/^\d{1,8}$/, 'there is no such tile')
  .transform(Number);

const tilePath = imagePath.extend({
  z: number.pipe(z.int().max(24, 'there is no such tile')).describe('The zoom level, from 0 to 24.'),
  x: number.describe('The column, from the west.'),
  tile: z
    .string()
    .regex(/^\d{1,8}\.png$/, 'there is no such tile')
    .describe('The row, from the north, and `.png`: `5722.png`.'),
});

const imageResponses = {
  200: {
    description: `${downloadResponses[200].description} With \`show\`, the drawn picture.`,
    contentType: 'application/json',
    describes: linkSchema,
    otherTypes: { 'image/png': z.string().meta({ format: 'binary' }) },
    headers: upstreamHeader,
  },
  303: { ...downloadResponses[303], headers: upstreamHeader },
} as const;

const imageQuery = z.strictObject({
  show: shownParts
    .optional()
    .describe(
      'Draws a picture for people, in the response itself: some of `legend`, `date` and `outline`, separated by commas. `legend`: the classes of maps of machine data, in hundredths, with open ends and the hectares of each, or the scene classes; true colour has none. `date`: when the satellite saw the field. Either gives a white sheet with a title and the credit. `outline`: the outline of the field; alone, the picture keeps its extent and is transparent outside of the field. At most 1,000 pixels of the picture a side. Of `NDVI`, whose image has values, `NDVI_PNG` is drawn; 400 for an image without a picture.',
    ),
});

/** Endpoints of images and map tiles. */
export const imageEndpoints = defineEndpoints({
  downloadSatelliteImage: {
    method: 'GET',
    path: '/fields/{id}/processes/{processId}/images/{type}',
    summary: 'Download an image of a process',
    description:
      'The target of the `url` of an image: a GeoTIFF in degrees (EPSG:4326; Planet images in the UTM zone of the scene) or a PNG in the web map projection (EPSG:3857), clipped to the field. Contains modified Copernicus Sentinel data of the year of the scene.',
    access: 'owner',
    addition: true,
    params: imagePath,
    query: imageQuery,
    exists: { field: satelliteField, process: 'ownRead' },
    responses: imageResponses,
  },
  openSatelliteImage: {
    method: 'GET',
    path: '/images/{link}',
    summary: 'Open the link of an image',
    description:
      'The target of the `downloadUrl` of an image, which works without a token for five minutes after the response that contained it. 404 for a link that was modified or whose image no longer exists.',
    access: 'public',
    addition: true,
    perMinute: linksPerMinute,
    params: z.object({ link: z.string().max(1_000).describe('The last part of `downloadUrl`.') }),
    query: imageQuery,
    errors: { 410: 'The link has expired: get the process again.' },
    responses: imageResponses,
  },
  getSatelliteTile: {
    method: 'GET',
    path: '/fields/{id}/processes/{processId}/images/{type}/tiles/{z}/{x}/{tile}',
    summary: 'Get a map tile of an image',
    description:
      'A PNG of 256 by 256 pixels for web maps (`{z}/{x}/{y}.png`), transparent outside the image, so that a map does not need its extent. For a type that is not a picture, such as `NDVI`, the tile shows its picture, `NDVI_PNG`.',
    access: 'owner',
    addition: true,
    params: tilePath,
    exists: { field: satelliteField, process: 'ownRead' },
    responses: { 200: { description: 'The tile.', contentType: 'image/png', headers: upstreamHeader } },
  },
});
