import * as z from 'zod';
import { limits, limitText } from '../../../domain/limits.ts';
import { batchProviders, batchSchema } from '../../../domain/machine-files/batch.ts';
import { cropParameter } from '../../../domain/machine-files/points/crop.ts';
import { orderedPrescriptionSchema, prescriptionSendingSchema } from '../../../domain/prescriptions/sending.ts';
import { soilBatchSchema } from '../../../domain/soil/batch/soil-batch.ts';
import { soilParametersSchema } from '../../../domain/soil/soil-parameters.ts';
import { uploadSchema } from '../../../domain/uploads/upload.ts';
import {
  fileNameSchema,
  isForRequest,
  maxSessionsOfLink,
  type UploadTarget,
  uploadSessionSchema,
  uploadTargets,
} from '../../../domain/uploads/upload-session.ts';
import { givenUserId } from '../../../domain/users/given-user-id.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInBody } from '../../http/existence.ts';
import { idInPath } from '../../http/parameters.ts';
import { farmInBody, sessionInPath } from './existing.ts';

const sessionPath = z.object({
  sessionId: idInPath.describe('Id of the upload session, as the answer that opened it has it.'),
});
const svcUserId = givenUserId;

/** Zips that become one batch. */
const soilZips = z
  .array(
    z.strictObject({
      fileName: fileNameSchema.regex(/\.zip$/i, 'must end with .zip'),
      sizeBytes: z
        .int()
        .min(1, 'a zip is not empty')
        .max(limits.soilFileBytes, `a zip of soil results has at most ${limitText.soilFileBytes}`)
        .describe('The size of the file, in bytes.'),
    }),
  )
  .min(1)
  .max(limits.soilFiles, `a batch of soil results has at most ${limitText.soilFiles} zips`)
  .refine((files) => new Set(files.map(({ fileName }) => fileName)).size === files.length, {
    error: 'each zip needs a name of its own',
  })
  .describe('Only for soil samples, and required there: zips that become one batch.');

/** What is smaller than other files, since a request reads it. */
const smallFiles: Partial<Record<UploadTarget, { name: string; maxBytes: number; maxText: string }>> = {
  prescriptions: { name: 'a prescription', maxBytes: limits.prescriptionBytes, maxText: limitText.prescriptionBytes },
  inspections: { name: 'a prescription', maxBytes: limits.prescriptionBytes, maxText: limitText.prescriptionBytes },
  layers: { name: 'an aerial image', maxBytes: limits.layerBytes, maxText: limitText.layerBytes },
};

const partNumber = z.int().min(1).max(10_000).describe('The number of the part, from 1.');

/** Sessions by which large files of any kind arrive. */
export const sessionEndpoints = defineEndpoints({
  createSession: {
    method: 'POST',
    path: '/upload-sessions',
    summary: 'Start the upload of a large file',
    description: `Then request the URLs of parts, PUT each part, and complete the session. A session expires after ${limitText.uploadSessionSeconds}. An account can have ${limitText.uploadSessions} open sessions, of which the keys of one link can have ${maxSessionsOfLink}; further sessions are refused with 429 \`tooManyUploadSessions\`.`,
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    addition: true,
    idempotent: true,
    exists: { user: userInBody, farm: farmInBody },
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          svcUserId,
          target: z
            .enum(uploadTargets)
            .describe('What the files are converted to, as `target` of the answer describes.'),
          farmId: z.int().positive().optional().describe('Only for field boundaries.'),
          provider: z.enum(batchProviders).optional().describe('Only for machine files.'),
          crop: cropParameter.optional(),
          soil: soilParametersSchema.optional().describe('Only for soil samples.'),
          prescription: orderedPrescriptionSchema.optional().describe('Only for prescriptions, and required there.'),
          fileName: fileNameSchema.optional().describe('Required, unless the target is `soilSamples`.'),
          sizeBytes: z
            .int()
            .min(0)
            .max(limits.uploadBytes, `a file has at most ${limitText.uploadBytes}`)
            .optional()
            .describe('Required, unless the target is `soilSamples`.'),
          files: soilZips.optional(),
        })
        .refine(({ target, fileName, files }) => target === 'soilSamples' || fileName !== undefined || files, {
          path: ['fileName'],
          error: 'a file has a name',
        })
        .refine(({ target, sizeBytes, files }) => target === 'soilSamples' || sizeBytes !== undefined || files, {
          path: ['sizeBytes'],
          error: 'must be the size of the file in bytes',
        })
        .refine(({ target, files }) => (target === 'soilSamples') === (files !== undefined), {
          path: ['files'],
          error: 'soil samples take `files`, and nothing else does',
        })
        .refine(({ files, fileName, sizeBytes }) => !files || (fileName === undefined && sizeBytes === undefined), {
          path: ['files'],
          error: 'a session has `files`, or else `fileName` and `sizeBytes`',
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
        .refine(({ target, soil }) => target === 'soilSamples' || soil === undefined, {
          path: ['soil'],
          error: 'only soil samples have these parameters',
        })
        .refine(({ target, prescription }) => (target === 'prescriptions') === (prescription !== undefined), {
          path: ['prescription'],
          error: 'prescriptions take `prescription`, and nothing else does',
        })
        .superRefine(({ target, sizeBytes = 0 }, context) => {
          const small = smallFiles[target];
          const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['sizeBytes'], message });
          if (small && sizeBytes > small.maxBytes) refuse(`${small.name} has at most ${small.maxText}`);
          if (isForRequest(target) && sizeBytes === 0) refuse('the file is empty');
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
      201: {
        description: 'The session. Split the file into parts of `partSizeBytes`.',
        schema: uploadSessionSchema,
        location: '/upload-sessions/{id}',
      },
    },
  },
  getSession: {
    method: 'GET',
    path: '/upload-sessions/{sessionId}',
    summary: 'Get an upload session and the parts that have arrived',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    addition: true,
    params: sessionPath,
    exists: { session: sessionInPath },
    responses: {
      200: {
        description: 'The session.',
        schema: uploadSessionSchema
          .extend({
            parts: z
              .array(z.object({ partNumber, sizeBytes: z.int().describe('The size of the part, in bytes.') }))
              .describe('The parts that have arrived.'),
          })
          .meta({ id: 'UploadSessionWithParts' }),
      },
    },
  },
  signParts: {
    method: 'POST',
    path: '/upload-sessions/{sessionId}/parts',
    summary: 'Get URLs for uploading parts',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    addition: true,
    params: sessionPath,
    exists: { session: sessionInPath },
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          partNumbers: z.array(partNumber).min(1).max(100).describe('The numbers of the parts to sign.'),
        })
        .meta({ id: 'PartsToSign' }),
      example: { partNumbers: [1, 2, 3] },
    },
    responses: {
      200: {
        description:
          'One URL for each part. Do not send the bearer token there; request the URL again when it has expired.',
        schema: z
          .object({
            parts: z
              .array(
                z.object({
                  partNumber,
                  url: z.url().describe('The URL to which the part is sent by PUT.'),
                  expiresAt: z.iso.datetime().describe('When the URL ceases to work, in UTC.'),
                }),
              )
              .describe('One URL for each part.'),
          })
          .meta({ id: 'SignedParts' }),
      },
    },
  },
  completeSession: {
    method: 'POST',
    path: '/upload-sessions/{sessionId}/complete',
    summary: 'Finish an upload session',
    description:
      'Checks that all parts have arrived completely; only then is the upload or the batch RECEIVED. The request is idempotent and returns the same upload. A session with the target `layers` or `inspections` is answered itself, COMPLETED.',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    addition: true,
    conflict: 'Parts are missing or have the wrong size, or the session is no longer open.',
    params: sessionPath,
    exists: { session: sessionInPath },
    responses: {
      201: {
        description:
          'The upload, the batch of machine files or of soil results, the record of the prescription, or the session, with its URL in `Location`.',
        schema: z.union([uploadSchema, batchSchema, soilBatchSchema, prescriptionSendingSchema, uploadSessionSchema]),
        location: 'given',
      },
    },
  },
  abortSession: {
    method: 'DELETE',
    path: '/upload-sessions/{sessionId}',
    summary: 'Cancel an upload session',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    addition: true,
    conflict: 'The session was completed.',
    params: sessionPath,
    exists: { session: sessionInPath },
    responses: { 204: { description: 'Cancelled; parts that had arrived are deleted.' } },
  },
});
