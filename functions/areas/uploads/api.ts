import * as z from 'zod';
import { batchProviders, batchSchema } from '../../../domain/machine-files/batch.ts';
import { cropParameter } from '../../../domain/machine-files/crop.ts';
import { entrySchema } from '../../../domain/uploads/entry.ts';
import { uploadSchema, uploadStatuses } from '../../../domain/uploads/upload.ts';
import {
  fileNameSchema,
  largestUploadBytes,
  maxOpenSessions,
  uploadSessionSchema,
  uploadTargets,
} from '../../../domain/uploads/upload-session.ts';
import { downloadResponses } from '../../http/download.ts';
import { defineArea } from '../../http/operation.ts';
import { idInPath, pageParameters, wholeNumber } from '../../http/parameters.ts';

const uploadPath = z.object({ uploadId: idInPath });
const sessionPath = z.object({ sessionId: idInPath });
const svcUserId = z.uuid('must be the id of a service user').toLowerCase();

const partNumber = z.int().min(1).max(10_000);

/** Area M: files of field boundaries, and the sessions by which large files of any kind arrive. */
export const uploadsApi = defineArea({
  name: 'uploads',
  title: 'Field boundary upload',
  letter: 'M',
  description:
    'Zipped shapefiles, GeoJSON, KML and KMZ become fields with boundaries. Conversion is asynchronous: watch the upload, then read its entries.',
  base: '/services/uploadservice/api',
  operations: {
    createUpload: {
      method: 'POST',
      path: '/upload',
      summary: 'Upload a file of field boundaries',
      description:
        'The answer comes at once with status RECEIVED. A file that cannot be used, even an empty one, is not an HTTP error: the upload ends FAILED and its entries say why. At most 100 fields and 3 GB; in AWS, files above 4.5 MB go through an upload session.',
      access: 'owner',
      idempotent: true,
      query: z.strictObject({ svcUserId, farmId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional() }),
      body: {
        kind: 'multipart',
        part: 'file',
        uploadTarget: 'fieldBoundaries',
        description:
          'A zipped shapefile (.shp, .shx, .dbf, optional .prj), .geojson, .json, .kml, .kmz, or a zip of any mix of them.',
      },
      responses: { 201: { description: 'The upload, with its address in `Location`.', schema: uploadSchema } },
    },
    listUploads: {
      method: 'GET',
      path: '/upload',
      summary: 'List uploads',
      access: 'owner',
      paged: true,
      query: z.strictObject({
        svcUserId: svcUserId.optional(),
        status: z.enum(uploadStatuses).optional(),
        ...pageParameters(['id', 'createdTime']),
      }),
      responses: { 200: { description: 'One page of uploads, the oldest first.', schema: z.array(uploadSchema) } },
    },
    getUpload: {
      method: 'GET',
      path: '/upload/{uploadId}',
      summary: 'Get an upload',
      access: 'owner',
      params: uploadPath,
      responses: { 200: { description: 'The upload.', schema: uploadSchema } },
    },
    listEntries: {
      method: 'GET',
      path: '/upload/{uploadId}/entries',
      summary: 'List what was found in an upload',
      description:
        'One entry for each recognised file in the order of their names, then one for each part that was refused; one FAILED entry when nothing could be recognised.',
      access: 'owner',
      paged: true,
      params: uploadPath,
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
      responses: downloadResponses,
    },
    createSession: {
      method: 'POST',
      path: '/upload-sessions',
      summary: 'Begin the upload of a large file',
      description: `Then ask for the addresses of parts, PUT each part, and complete. A session ends by itself after 24 hours. An account has at most ${maxOpenSessions} open ones; another is refused with 429 \`tooManyUploadSessions\`.`,
      access: 'owner',
      addition: true,
      idempotent: true,
      body: {
        kind: 'json',
        schema: z
          .strictObject({
            svcUserId,
            target: z.enum(uploadTargets),
            farmId: z.int().positive().optional().describe('Of field boundaries only.'),
            provider: z.enum(batchProviders).optional().describe('Of machine files only.'),
            crop: cropParameter.optional(),
            fileName: fileNameSchema,
            sizeBytes: z.int().min(0).max(largestUploadBytes, 'a file may have 3 GB'),
          })
          .refine(({ target, farmId }) => target === 'fieldBoundaries' || farmId === undefined, {
            path: ['farmId'],
            error: 'only field boundaries go to a farm',
          })
          .refine(({ target, provider }) => target === 'machineFiles' || provider === undefined, {
            path: ['provider'],
            error: 'only machine files have a provider',
          })
          .refine(({ target, crop }) => target === 'machineFiles' || crop === undefined, {
            path: ['crop'],
            error: 'only machine files have a crop',
          })
          .meta({ id: 'NewUploadSession' }),
        example: {
          svcUserId: '0198c2a0-0000-7000-8000-000000000000',
          target: 'fieldBoundaries',
          fileName: 'fields.zip',
          sizeBytes: 52_428_800,
        },
      },
      responses: {
        201: { description: 'The session: cut the file into parts of `partSizeBytes`.', schema: uploadSessionSchema },
      },
    },
    getSession: {
      method: 'GET',
      path: '/upload-sessions/{sessionId}',
      summary: 'Get an upload session and the parts that have arrived',
      access: 'owner',
      addition: true,
      params: sessionPath,
      responses: {
        200: {
          description: 'The session.',
          schema: uploadSessionSchema
            .extend({ parts: z.array(z.object({ partNumber, sizeBytes: z.int() })) })
            .meta({ id: 'UploadSessionWithParts' }),
        },
      },
    },
    signParts: {
      method: 'POST',
      path: '/upload-sessions/{sessionId}/parts',
      summary: 'Get addresses to PUT parts to',
      access: 'owner',
      addition: true,
      params: sessionPath,
      body: {
        kind: 'json',
        schema: z.strictObject({ partNumbers: z.array(partNumber).min(1).max(100) }).meta({ id: 'PartsToSign' }),
        example: { partNumbers: [1, 2, 3] },
      },
      responses: {
        200: {
          description: 'One address for each part. Send no bearer token there; ask again when one has expired.',
          schema: z
            .object({ parts: z.array(z.object({ partNumber, url: z.url(), expiresAt: z.iso.datetime() })) })
            .meta({ id: 'SignedParts' }),
        },
      },
    },
    completeSession: {
      method: 'POST',
      path: '/upload-sessions/{sessionId}/complete',
      summary: 'Finish an upload session',
      description:
        'Checks that all parts have arrived in full; only then is the upload, or the batch, RECEIVED. Doing it again answers the same upload.',
      access: 'owner',
      addition: true,
      conflict: 'Parts are missing or have the wrong size, or the session is not open any more.',
      params: sessionPath,
      responses: {
        201: {
          description: 'The upload, or the batch of machine files, with its address in `Location`.',
          schema: z.union([uploadSchema, batchSchema]),
        },
      },
    },
    abortSession: {
      method: 'DELETE',
      path: '/upload-sessions/{sessionId}',
      summary: 'Give up an upload session',
      access: 'owner',
      addition: true,
      conflict: 'The session was completed.',
      params: sessionPath,
      responses: { 204: { description: 'Given up; what had arrived is deleted.' } },
    },
  },
});
