import * as z from 'zod';

export const operationTypes = ['harvested', 'planted', 'applied', 'tillage', 'other'] as const;
export const fileOrigins = ['provider', 'automerged', 'merged', 'uploaded'] as const;

/** A machine file that is attached to a field. */
export const operationFileSchema = z
  .object({
    id: z.uuid(),
    operationType: z.enum(operationTypes),
    origin: z.enum(fileOrigins),
    startTime: z.iso.datetime().optional(),
    endTime: z.iso.datetime().optional(),
    crops: z.array(z.string()),
    varieties: z.array(z.string()),
    providerFileId: z.string().optional(),
    provider: z.string(),
    svcUserId: z.uuid(),
  })
  .meta({ id: 'OperationFile' });
