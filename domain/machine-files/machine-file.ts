import * as z from 'zod';
import type { SeenAsset } from '../assets/asset.ts';
import type { Bounds } from '../geometry/multi-polygon.ts';
import { removedAtProviderSchema } from '../providers/provider-made.ts';
import { createdTimeSchema, ownerNameSchema, svcUserIdSchema, updatedTimeSchema } from '../shared-members.ts';
import type { ArtefactName } from './artefact.ts';
import type { BatchSource } from './batch-store.ts';
import { fileFormatSchema } from './file-format.ts';
import type { PointImage } from './image.ts';
import { operationTypes } from './operation-type.ts';
import { type MachineProblem, machineProblemSchema } from './problem.ts';
import { setPartSchema } from './sets/machine-set.ts';
import type { Steps } from './step.ts';
import { countedElsewhereSchema, droppedPointsSchema, summarySchema } from './summary.ts';

export const fileStatuses = ['processing', 'processed', 'failed'] as const;
export const fileOrigins = ['provider', 'automerged', 'merged', 'uploaded'] as const;

const link = z.url().describe('Needs the bearer token.').optional();

/** Recorded field work in its standard form. */
export const machineFileSchema = z
  .object({
    id: z.uuid().describe('Id of the file, assigned by Furrow.'),
    svcUserId: svcUserIdSchema,
    apiOwnerUsername: ownerNameSchema,
    provider: z.string().describe('Key of the provider of the data; `Other` if none was named.'),
    fields: z.array(z.string()).describe('The fields that it touches.'),
    fileFormat: fileFormatSchema.optional().describe('Absent for a file that its provider has not delivered.'),
    fileName: z.string().describe('The name of the file.'),
    sizeInBytes: z.int().describe('The size of the source, in bytes.'),
    operationType: z.enum(operationTypes).optional().describe('The kind of work; absent until it is known.'),
    part: setPartSchema
      .optional()
      .describe('The part of a file set with several pieces of work that this file contains.'),
    originalFile: link,
    downloadOriginalFile: link,
    rawGeojson: link,
    downloadRawGeojson: link,
    standardGeojson: link,
    downloadStandardGeojson: link,
    zippedPNGs: link,
    downloadZippedPNGs: link,
    summary: summarySchema
      .optional()
      .describe('Statistics and totals of its points; absent until the file is processed.'),
    status: z
      .enum(fileStatuses)
      .describe(
        '`processing`: waits, or is being converted. `processed`: its outputs are there. `failed`: `problems` says why.',
      ),
    origin: z
      .enum(fileOrigins)
      .describe(
        '`uploaded`: from a batch. `provider`: fetched from a provider. `merged`: made of files on request. `automerged`: cut out of a field operation.',
      ),
    batchId: z
      .uuid()
      .optional()
      .describe('Id of the batch that it came with; absent for other origins than `uploaded`.'),
    sources: z.array(z.uuid()).optional().describe('The files from which it was made, if any.'),
    machines: z.array(z.uuid()).optional().describe('The machines at work, as far as the source names them.'),
    implements: z
      .array(z.uuid())
      .optional()
      .describe('Ids of the implements at work, as far as the source names them.'),
    operators: z.array(z.uuid()).optional().describe('Ids of the operators at work, as far as the source names them.'),
    organizationId: z.string().optional().describe('Only for files from a provider, like the provider ids.'),
    providerFileId: z.string().optional().describe('Id of the file at its provider; absent for other origins.'),
    removedAtProvider: removedAtProviderSchema,
    duplicateOf: z
      .uuid()
      .optional()
      .describe(
        'The file of the same user and provider with the same content, or of the same logged work, whose points are used instead.',
      ),
    pointCounts: z
      .object({
        read: z.int().describe('How many points the source has.'),
        kept: z.int().describe('How many points totals, maps and queries count.'),
        dropped: z
          .record(z.string(), z.int())
          .describe('Number of dropped points, by the property of the rule that they broke.'),
        leftOut: z
          .record(z.string(), z.int())
          .optional()
          .describe(
            'Number of points that no total, map or query counts, by their member `leftOut`; `kept` is without them.',
          ),
      })
      .optional()
      .describe('What became of the points of the source; absent until they are read.'),
    cleanup: z
      .array(droppedPointsSchema)
      .optional()
      .describe('What each cleanup rule removed, with its area and its mass, seeds or applied amount.'),
    countedElsewhere: z
      .array(countedElsewhereSchema)
      .optional()
      .describe(
        'Points whose records a later export of the same work has as well, by the file in which they count instead: queries and field operations have them once. The summary and the outputs of this file are those of all its points.',
      ),
    isOutOfStandard: z
      .boolean()
      .optional()
      .describe('The file lacks properties that standard points have, and was accepted because of a setting.'),
    readerVersion: z
      .int()
      .optional()
      .describe('Version of the reader that read it; absent for files made of others. See the download of rawGeojson.'),
    problems: z
      .array(machineProblemSchema)
      .describe('What is wrong with the file, and how to fix it; empty if nothing is.'),
    startTime: z.iso.datetime().optional().describe('The first time of its points, in UTC; absent if they have none.'),
    endTime: z.iso.datetime().optional().describe('The last time of its points, in UTC; absent if they have none.'),
    createdTime: createdTimeSchema,
    updatedTime: updatedTimeSchema,
  })
  .meta({ id: 'MachineFile' });

type Shown = z.infer<typeof machineFileSchema>;
type ShownOnly =
  | 'apiOwnerUsername'
  | 'machines'
  | 'implements'
  | 'operators'
  | Extract<keyof Shown, ArtefactName | `download${string}`>;

/** What a file was when its processing was started again. */
export interface FormerResult extends Pick<MachineFile, 'steps' | 'problems'> {
  /** The processing was started by a change beside the file, such as a new field: no failure replaces this result then. */
  isKept: boolean;
}

/** A machine file as it is stored; URLs are added to responses. */
export interface MachineFile extends Omit<Shown, ShownOnly> {
  /** What its provider says of it; absent for other origins. */
  source?: Pick<BatchSource, 'kind' | 'modifiedTime' | 'fieldIds'> | undefined;
  /** The content that the provider has replaced: it is no longer that of this file. */
  formerHash?: string | undefined;
  /** The last result of a processed file that is being processed again. It stays if that fails by no fault of the file. */
  formerResult?: FormerResult | undefined;
  /** The fields of a file that was cut out of an operation: only points in them are used. */
  cropFields?: string[];
  /** The bounding box of its points in each of its fields. */
  boxes?: Record<string, Bounds>;
  /** Fields that had points of it before it was last processed, and have none now. */
  leftFields?: string[];
  /** When its export was sent or, of a provider's file, last changed there; absent for files made of others. */
  sentTime?: string;
  /** Hash of its members' content, by which data that its provider repeats is recognised. */
  contentHash: string;
  areaSquareMetres?: number;
  /** Time at which its ground was matched with fields. */
  fieldsTime?: string;
  /** Number of points outside its fields, if they were separated. */
  outsideFieldCount?: number;
  /** The operators that the source names. */
  operators?: string[];
  /** The machines, implements and operators at work. */
  assets?: SeenAsset[];
  units?: Record<string, string>;
  images?: PointImage[];
  steps: Steps;
  /** Id of its points in the lake; a new one each time they are made. */
  ingestId?: string;
  artefacts: ArtefactName[];
  /**
   * The upload of its batch, if that has no other set: the file is read from there, and has no archive of its own.
   */
  inUpload?: { name: string; isRouted?: boolean } | undefined;
  /** Those of `problems` that were found while unpacking: they remain however often the file is processed. */
  unpackingProblems?: MachineProblem[];
}
