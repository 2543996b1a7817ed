import * as z from 'zod';
import { svcUserIdSchema } from '../shared-members.ts';

export const operationTypes = ['harvested', 'planted', 'applied', 'tillage', 'other'] as const;
export const fileOrigins = ['provider', 'automerged', 'merged', 'uploaded'] as const;

/** A machine file that is attached to a field. */
export const operationFileSchema = z
  .object({
    id: z.uuid().describe('Id of the machine file, as `GET /services/operations/api/files/{id}` takes it.'),
    operationType: z.enum(operationTypes).describe('The kind of work; `other` if the file does not say.'),
    origin: z
      .enum(fileOrigins)
      .describe(
        '`uploaded`: from a batch. `provider`: fetched from a provider. `merged`: made of files on request. `automerged`: cut out of a field operation.',
      ),
    startTime: z.iso.datetime().optional().describe('The first time in the file, in UTC; absent if it has no times.'),
    endTime: z.iso.datetime().optional().describe('The last time in the file, in UTC; absent if it has no times.'),
    crops: z.array(z.string()).describe('The crops that the file names.'),
    varieties: z.array(z.string()).describe('The varieties that the file names.'),
    providerFileId: z.string().optional().describe('Id of the file at its provider; absent for other origins.'),
    provider: z.string().describe('Key of the provider of the data; `Other` if none was named.'),
    svcUserId: svcUserIdSchema,
  })
  .meta({ id: 'OperationFile' });
