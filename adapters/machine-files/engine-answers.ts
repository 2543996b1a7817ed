import * as z from 'zod';
import { artefacts } from '../../domain/machine-files/artefact.ts';
import { fileFormatSchema } from '../../domain/machine-files/file-format.ts';
import { pointImageSchema } from '../../domain/machine-files/image.ts';
import type { CombinedFiles, ProcessedFile, RecordsCounted } from '../../domain/machine-files/machine-file-engine.ts';
import { operationTypes } from '../../domain/machine-files/operation-type.ts';
import { machineProblemSchema } from '../../domain/machine-files/problem.ts';
import { setPartSchema } from '../../domain/machine-files/sets/machine-set.ts';
import { countedElsewhereSchema, droppedPointsSchema } from '../../domain/machine-files/summary.ts';
import { operationArtefacts } from '../../domain/operations/operation.ts';
import type { SetSummary } from './engine-services.ts';

/*
 * What a process that reads foreign files says is looked at before it is believed: a file may have taken the process over, and what it says
 * becomes records and keys of objects.
 */

const problems = z.array(machineProblemSchema);
const count = z.int().nonnegative();
const time = z.string().max(40);
const amount = z.number().nonnegative().optional();

export const inspectedSchema = z.object({
  sets: z.array(
    z.object({
      file: z.string(),
      format: fileFormatSchema,
      sizeInBytes: count,
      contentHash: z.hash('sha256'),
      part: setPartSchema.optional(),
      problems,
    }),
  ) as unknown as z.ZodType<SetSummary[]>,
  problems,
});

export const drawnSchema = z.array(pointImageSchema);

/** Members that are stored unchecked: texts and numbers about the file itself. */
const kept = z.unknown().optional();

export const processedSchema = z.object({
  status: z.enum(['processed', 'failed']),
  steps: z.record(z.string(), z.object({ status: z.string(), message: z.string() }).loose()),
  artefacts: z.array(z.enum(Object.keys(artefacts) as [string])),
  problems,
  fields: z.array(z.string()).optional(),
  boxes: z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number()])).optional(),
  images: drawnSchema.optional(),
  outsideFieldCount: count.optional(),
  operationType: z.enum(operationTypes).optional(),
  startTime: time.optional(),
  endTime: time.optional(),
  areaSquareMetres: z.number().optional(),
  operators: z.array(z.string()).optional(),
  machineUse: z.object({ distanceMetres: amount, fuelLitres: amount }).optional(),
  isOutOfStandard: z.boolean().optional(),
  pointCounts: z
    .object({
      read: count,
      kept: count,
      dropped: z.record(z.string(), count),
      leftOut: z.record(z.string(), count).optional(),
    })
    .optional(),
  cleanup: z.array(droppedPointsSchema).optional(),
  summary: kept,
  units: z.record(z.string(), z.string()).optional(),
}) as unknown as z.ZodType<ProcessedFile>;

export const combinedSchema = z
  .object({
    parts: z.array(
      z.object({
        fileId: z.uuid(),
        startTime: time.optional(),
        endTime: time.optional(),
        areaSquareMetres: z.number(),
      }),
    ),
    startTime: time.optional(),
    endTime: time.optional(),
    areaSquareMetres: z.number(),
    summary: kept,
    units: z.record(z.string(), z.string()),
    artefacts: z.array(z.enum(Object.keys(operationArtefacts) as [string])),
    images: drawnSchema,
  })
  .nullable() as unknown as z.ZodType<CombinedFiles | null>;

export const recordsCountedSchema = z.array(
  z.object({ fileId: z.uuid(), isChanged: z.boolean(), countedElsewhere: z.array(countedElsewhereSchema) }),
) as z.ZodType<RecordsCounted[]>;

const content = z.int().positive();
/** A file name without a path. */
const imageFile = z
  .string()
  .max(100)
  .refine((name) => name.split('/').length <= 2 && !name.includes('..') && !name.startsWith('/'));

export const sentImage = z.object({ name: imageFile, content: z.base64(), contentType: z.string().max(60) });
export const sentArtefact = z.object({
  name: z.enum([...Object.keys(artefacts), ...Object.keys(operationArtefacts)] as [string]),
  content,
});
export const sentPoints = content;
export const sentCounted = z.object({ fileId: z.uuid(), content });
