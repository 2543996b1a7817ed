import * as z from 'zod';
import { existingFile } from '../../../../domain/machine-files/existing-file.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import { operationTypes } from '../../../../domain/machine-files/operation-type.ts';
import { createdTimeSchema, svcUserIdSchema, updatedTimeSchema } from '../../../../domain/shared-members.ts';
import type { UserDirectory } from '../../../../domain/users/user-store.ts';
import { defineArea } from '../../../http/endpoint.ts';
import type { Finder } from '../../../http/existence.ts';
import { idInPath, pageParameters } from '../../../http/parameters.ts';
import { pointlakeBase } from '../../../http/pointlake-base.ts';

const params = z.object({ fileId: idInPath.describe('Id of the machine file, as `GET /files` lists it.') });

const fileInPath: Finder<
  { params: { fileId: string } },
  { machineFiles: MachineFileDirectory; users: UserDirectory },
  MachineFile
> = ({ ownerId, params: { fileId } }, services) => existingFile(ownerId, fileId, services);

const pointFileSchema = z
  .object({
    id: z.uuid().describe('Id of the machine file.'),
    svcUserId: svcUserIdSchema,
    name: z.string().describe('Same as `fileName`.'),
    fileName: z.string().describe('The name of the file.'),
    status: z
      .enum(['PROCESSING', 'PROCESSED', 'FAILED'])
      .describe(
        '`PROCESSING`: waits, or is being converted. `PROCESSED`: its points can be queried. `FAILED`: it could not be converted.',
      ),
    operationType: z.enum(operationTypes).optional().describe('The kind of work; absent until it is known.'),
    createdTime: createdTimeSchema,
    updatedTime: updatedTimeSchema,
  })
  .meta({ id: 'PointFile' });

const summarySchema = z
  .object({
    geometry: z
      .string()
      .optional()
      .describe('The ground of the file as WKT: the outline of its largest piece, one ring without holes.'),
    operationType: z.string().describe('The kind of work: `applied`, `planted`, `harvested` or `tillage`.'),
    crop: z.string().optional().describe('The crops, separated by commas.'),
    start: z.iso.datetime().optional().describe('The first time of the points, in UTC; absent if they have none.'),
    end: z.iso.datetime().optional().describe('The last time of the points, in UTC; absent if they have none.'),
    count: z.int().optional().describe('The number of points.'),
    avg_area: z
      .number()
      .optional()
      .describe(
        'The mean area of a point, in the unit that `GET /units/{fileId}` has for `area`; absent if the points have none.',
      ),
  })
  .catchall(z.union([z.string(), z.number()]))
  .describe('Every measured property has `avg_`, `min_` and `max_` members, in the units of `GET /units/{fileId}`.')
  .meta({ id: 'PointFileSummary' });

/** Endpoints that name the files behind points, from records and without a query engine. */
export const pointFilesApi = defineArea({
  name: 'point-files',
  title: 'Files of points',
  letter: 'Q',
  description: 'The machine files whose points queries read, as flat objects for programs that draw them.',
  base: pointlakeBase,
  endpoints: {
    listPointFiles: {
      method: 'GET',
      path: '/files',
      summary: 'List point files',
      description: 'Lists all machine files, or those of one user, the newest first.',
      access: 'owner',
      addition: true,
      paged: true,
      query: z.strictObject({
        svcUserId: z.uuid('must be an id').toLowerCase().optional().describe('Only files of this service user.'),
        ...pageParameters(['id']),
      }),
      responses: { 200: { description: 'One page of files.', schema: z.array(pointFileSchema) } },
    },
    getPointFile: {
      method: 'GET',
      path: '/files/{fileId}',
      summary: 'Get a point file',
      access: 'owner',
      addition: true,
      params,
      exists: { file: fileInPath },
      responses: { 200: { description: 'The file.', schema: pointFileSchema } },
    },
    getPointFileSummary: {
      method: 'GET',
      path: '/files/{fileId}/summary',
      summary: 'Get the summary of a point file',
      description: '404 until the file is processed.',
      access: 'owner',
      addition: true,
      params,
      exists: { file: fileInPath },
      responses: { 200: { description: 'The summary, without levels.', schema: summarySchema } },
    },
    getPointFileUnits: {
      method: 'GET',
      path: '/units/{fileId}',
      summary: 'Get the units of a point file',
      description: '404 until the file is processed.',
      access: 'owner',
      addition: true,
      params,
      exists: { file: fileInPath },
      responses: { 200: { description: 'Units by property.', schema: z.record(z.string(), z.string()) } },
    },
  },
});
