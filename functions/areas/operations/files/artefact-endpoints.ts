import * as z from 'zod';
import { artefactNames } from '../../../../domain/machine-files/artefact.ts';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { pageParameters } from '../../../http/parameters.ts';
import { fileInPath } from '../existing.ts';
import { deviationInQuery, imageInPath } from '../images/in-path.ts';
import { imageConflict, imageDownloadResponses, whileMade } from '../images/responses.ts';
import { rampImageSchema } from '../images/schemas.ts';
import { filePath } from './endpoints.ts';

/** The points of a file that lie in no field. */
const outsideFieldSchema = z
  .object({
    fields: z.array(z.string()).describe('The fields that the whole file touches.'),
    featureCount: z.int().describe('How many points lie in none of its fields.'),
    outsideFieldGeojson: z.url().describe('The points as GeoJSON. Needs the bearer token.'),
    downloadOutsideFieldGeojson: z.url().describe('Needs the bearer token.'),
  })
  .meta({ id: 'OutsideField' });

const unlessOutside =
  'unless the settings splitOperationsByField and enableOutsideFieldGeojson were on when it was processed';

const ofFile = { access: 'owner', params: filePath, exists: { file: fileInPath } } as const;

/** The endpoints of the outputs of machine files. */
export const artefactEndpoints = defineEndpoints({
  getStandardGeoparquet: {
    method: 'GET',
    path: '/files/{fileId}/standardGeoparquet',
    summary: 'Get the URL of the standard points as GeoParquet',
    description: '404 unless the setting enableGeoparquetOutput was on when the file was processed.',
    ...ofFile,
    responses: {
      200: {
        description: 'The URL, which needs the bearer token.',
        schema: z
          .object({
            downloadStandardGeoparquet: z.url().describe('The standard points as GeoParquet. Needs the bearer token.'),
          })
          .meta({ id: 'StandardGeoparquet' }),
      },
    },
  },
  getPolygonGeoparquet: {
    method: 'GET',
    path: '/files/{fileId}/polygonGeoparquet',
    summary: 'Get the URL of the standard points as polygons in GeoParquet',
    description:
      'Each polygon is the ground that a point represents. 404 unless the setting enablePolygonOutput was on when the file was processed.',
    ...ofFile,
    responses: {
      200: {
        description: 'The URL, which needs the bearer token.',
        schema: z
          .object({
            downloadPolygonGeoparquet: z
              .url()
              .describe('The ground of the points as polygons, as GeoParquet. Needs the bearer token.'),
          })
          .meta({ id: 'PolygonGeoparquet' }),
      },
    },
  },
  getOutsideFieldGeojson: {
    method: 'GET',
    path: '/files/{fileId}/outsideFieldGeojson',
    summary: 'Get the points of a machine file that lie in none of its fields',
    description: `404 ${unlessOutside}.`,
    ...ofFile,
    responses: { 200: { description: 'The number of these points, and their positions.', schema: outsideFieldSchema } },
  },
  listOutsideFieldGeojson: {
    method: 'GET',
    path: '/files/outsideFieldGeojson',
    summary: 'List the points of machine files that lie in no field',
    description: `A file is left out ${unlessOutside}.`,
    access: 'owner',
    paged: true,
    query: z.strictObject({
      svcUserId: z.uuid('must be an id').toLowerCase().optional().describe('Only files of this service user.'),
      ...pageParameters(['id']),
    }),
    responses: {
      200: {
        description: 'One page of files with such points, the oldest first.',
        schema: z.array(
          outsideFieldSchema
            .extend({ id: z.uuid().describe('Id of the machine file.') })
            .meta({ id: 'OutsideFieldOfFile' }),
        ),
      },
    },
  },
  getFileImages: {
    method: 'GET',
    path: '/files/{fileId}/images',
    summary: 'Get the images of a machine file',
    description:
      'One image for each property that the settings operationsImageCreation and operationsImageAttributeCreation select. If these settings produced no images, every property has one, drawn on the first request. The URL of an image followed by `.aux.xml` returns its georeference.',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    addition: true,
    params: filePath,
    query: z.strictObject({ deviation: deviationInQuery }),
    exists: { file: fileInPath },
    conflict: imageConflict,
    responses: {
      200: { description: 'The images; an empty list for a failed file.', schema: z.array(rampImageSchema) },
      ...whileMade,
    },
  },
  downloadFileImage: {
    method: 'GET',
    path: '/files/{fileId}/images/{image}',
    summary: 'Download an image of a machine file, or its georeference',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    addition: true,
    params: filePath.extend({ image: imageInPath }),
    exists: { file: fileInPath },
    conflict: imageConflict,
    responses: imageDownloadResponses,
  },
  downloadArtefact: {
    method: 'GET',
    path: '/files/{fileId}/download/{artefact}',
    summary: 'Download an output of a machine file',
    description: `One of ${artefactNames.join(', ')}; 404 if the file does not have it. GeoJSON and the original are made at their first download. What takes longer than 20 seconds is 503 \`outputBeingMade\`; the work goes on, so send the request again after \`Retry-After\`. rawGeojson is read from the original again: \`X-Reader-Version\` is the version of the reader that did it. If the file's \`readerVersion\` is another one, its standard points, operations and rows are still those of the earlier reader, until it is processed again (\`POST /files/{fileId}/reprocess\`).`,
    access: 'owner',
    addition: true,
    params: filePath.extend({
      artefact: z
        .enum(artefactNames, 'there is no such artefact')
        .describe('What to download, by its name in the file.'),
    }),
    exists: { file: fileInPath },
    responses: downloadResponses,
  },
});
