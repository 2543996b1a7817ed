import * as z from 'zod';
import { limitText } from '../../../domain/limits.ts';
import { wholeNumber } from '../../../domain/parameters.ts';
import { entrySchema } from '../../../domain/uploads/entry.ts';
import { uploadSchema } from '../../../domain/uploads/upload.ts';
import { uploadFilters } from '../../../domain/uploads/upload-store.ts';
import { givenUserId } from '../../../domain/users/given-user-id.ts';
import { userOfKeyInQuery } from '../../http/api-key-access.ts';
import { downloadResponses } from '../../http/body/download.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInQuery } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';
import { farmInQuery, uploadInPath } from './existing.ts';

const uploadPath = z.object({ uploadId: idInPath.describe('Id of the upload, as `GET /upload` lists it.') });
const svcUserId = givenUserId;

/** Files of field boundaries. */
export const uploadEndpoints = defineEndpoints({
  createUpload: {
    method: 'POST',
    path: '/upload',
    summary: 'Upload a file of field boundaries',
    description: `The response comes at once with status RECEIVED. A file that cannot be used, even an empty one, is not an HTTP error: the upload ends as FAILED and its entries say why. At most ${limitText.uploadFields} fields and ${limitText.uploadBytes}; on AWS, files above ${limitText.inlineBytes} require an upload session.`,
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    idempotent: true,
    exists: { user: userInQuery, farm: farmInQuery },
    query: z.strictObject({
      svcUserId,
      farmId: wholeNumber(1, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Number of the farm to which the fields will belong, as `GET /farms` lists it.'),
    }),
    body: {
      kind: 'multipart',
      part: 'file',
      uploadTarget: 'fieldBoundaries',
      description:
        'A zipped shapefile (.shp, .shx, .dbf, optional .prj), .geojson, .json, .kml, .kmz, or a zip of any mix of them.',
    },
    responses: {
      201: {
        description: 'The upload, with its URL in `Location`.',
        schema: uploadSchema,
        location: '/upload/{id}',
      },
    },
  },
  listUploads: {
    method: 'GET',
    path: '/upload',
    summary: 'List uploads',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    paged: true,
    exists: { user: userOfKeyInQuery },
    query: z.strictObject({
      ...uploadFilters,
      ...pageParameters(['id', 'createdTime']),
    }),
    responses: { 200: { description: 'One page of uploads, the oldest first.', schema: z.array(uploadSchema) } },
  },
  getUpload: {
    method: 'GET',
    path: '/upload/{uploadId}',
    summary: 'Get an upload',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    params: uploadPath,
    exists: { upload: uploadInPath },
    responses: { 200: { description: 'The upload.', schema: uploadSchema } },
  },
  listEntries: {
    method: 'GET',
    path: '/upload/{uploadId}/entries',
    summary: 'List the entries of an upload',
    description:
      'One entry for each recognised file, sorted by name, then one for each refused part; a single FAILED entry when no file was recognised.',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    paged: true,
    params: uploadPath,
    exists: { upload: uploadInPath },
    query: z.strictObject(pageParameters(['id'])),
    responses: { 200: { description: 'One page of entries.', schema: z.array(entrySchema) } },
  },
  downloadOriginal: {
    method: 'GET',
    path: '/upload/{uploadId}/original',
    summary: 'Download the file as it was sent',
    access: 'owner',
    addition: true,
    params: uploadPath,
    exists: { upload: uploadInPath },
    responses: downloadResponses,
  },
});
