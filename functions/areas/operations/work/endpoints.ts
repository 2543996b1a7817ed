import * as z from 'zod';
import { fieldIdSchema } from '../../../../domain/fields/field.ts';
import { limitText } from '../../../../domain/limits.ts';
import { machineFileSchema } from '../../../../domain/machine-files/machine-file.ts';
import { operationTypes } from '../../../../domain/machine-files/operation-type.ts';
import { summarySchema } from '../../../../domain/machine-files/summary.ts';
import { operationArtefactNames, operationSchema } from '../../../../domain/operations/operation.ts';
import { machineSessionsSchema } from '../../../../domain/operations/session.ts';
import { inOrder, instant } from '../../../../domain/parameters.ts';
import { providerFilter } from '../../../../domain/providers/provider-filter.ts';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInBody } from '../../../http/existence.ts';
import { idInPath, pageParameters } from '../../../http/parameters.ts';
import { operationInBody, operationInPath } from '../existing.ts';

/** The path parameters of one field operation. */
export const operationPath = z.object({
  operationId: idInPath.describe('Id of the field operation, as `GET /operations` lists it.'),
});

const id = z.uuid('must be an id').toLowerCase();

export const operationSortFields = ['id', 'svcUserId', 'startTime', 'endTime', 'type', 'updatedTime'] as const;

const links = <const Names extends string[]>(name: string, ...members: Names) =>
  z
    .object(
      Object.fromEntries(
        members.map((member) => [member, z.url().describe('The file. Needs the bearer token.')]),
      ) as Record<Names[number], z.ZodURL>,
    )
    .meta({ id: name });

const maxReprocessed = 1_000;

const linked = 'The URL, which needs the bearer token.';

/** Members of every endpoint of one operation. */
export const ofOperation = {
  access: 'owner',
  addition: true,
  params: operationPath,
  exists: { operation: operationInPath },
} as const;

const assetsOf = <const Asset extends string, Schema extends z.ZodType>(asset: Asset, schema: Schema) =>
  ({
    ...ofOperation,
    method: 'GET',
    path: `/operations/{operationId}/${asset}`,
    summary: `Get the ${asset} of a field operation`,
    description: 'Lists those that the files of the operation name.',
    responses: { 200: { description: 'The ids.', schema } },
  }) as const;

/** Field operations: not in the interface specification, and what its clients read after their files. */
export const workEndpoints = defineEndpoints({
  listFieldOperations: {
    method: 'GET',
    path: '/operations',
    summary: 'List field operations',
    description: `Files of the same field, kind of work, crop and time form one operation. Filters can be combined. The list can have any length as long as one of the filters matches at most ${limitText.sortedRows} operations; otherwise a page may be refused with 400 \`filterTooWide\`, which names a filter that helps.`,
    access: 'owner',
    addition: true,
    paged: true,
    query: z
      .strictObject({
        svcUserId: id.optional().describe('Only operations of this service user.'),
        provider: providerFilter,
        operationType: z.enum(operationTypes).optional().describe('Only operations of this kind of work.'),
        fieldId: z.string().max(64).optional().describe('Only operations on this field.'),
        startTime: instant.optional().describe('Only operations that started at this time or later.'),
        endTime: instant.optional().describe('Only operations that ended at this time or earlier.'),
        updatedTime: instant.optional().describe('Only operations that changed at this time or later.'),
        ...pageParameters(operationSortFields),
      })
      .refine(...inOrder('startTime', 'endTime')),
    responses: { 200: { description: 'One page of operations, the oldest first.', schema: z.array(operationSchema) } },
  },
  getFieldOperation: {
    method: 'GET',
    path: '/operations/{operationId}',
    summary: 'Get a field operation',
    ...ofOperation,
    responses: { 200: { description: 'The id of the operation.', schema: operationSchema } },
  },
  getOperationSummary: {
    method: 'GET',
    path: '/operations/{operationId}/summary',
    summary: 'Get the summary of a field operation',
    ...ofOperation,
    responses: { 200: { description: 'The summary.', schema: summarySchema } },
  },
  getOperationUnits: {
    method: 'GET',
    path: '/operations/{operationId}/units',
    summary: 'Get the units of the properties of a field operation',
    ...ofOperation,
    responses: { 200: { description: 'Units by property.', schema: z.record(z.string(), z.string()) } },
  },
  getOperationFiles: {
    method: 'GET',
    path: '/operations/{operationId}/files',
    summary: 'Get the machine files of a field operation',
    ...ofOperation,
    responses: { 200: { description: 'The files in chronological order.', schema: z.array(machineFileSchema) } },
  },
  getOperationMachines: assetsOf(
    'machines',
    z.object({ machines: z.array(z.uuid()).describe('Ids of the machines, as the lists of assets have them.') }),
  ),
  getOperationImplements: assetsOf(
    'implements',
    z.object({ implements: z.array(z.uuid()).describe('Ids of the implements, as the lists of assets have them.') }),
  ),
  getOperationOperators: assetsOf(
    'operators',
    z.object({ operators: z.array(z.uuid()).describe('Ids of the operators, as the lists of assets have them.') }),
  ),
  getOperationSessions: {
    method: 'GET',
    path: '/operations/{operationId}/sessions',
    summary: 'Get the sessions of a field operation',
    description:
      'A session is what one machine recorded in one file. Sessions are grouped by machine and exist only for files that name their machine, if the setting enableOperationsSession was on when the operation was made.',
    ...ofOperation,
    responses: {
      200: { description: 'The sessions; an empty list if there are none.', schema: z.array(machineSessionsSchema) },
    },
  },
  getOperationStandardGeojson: {
    method: 'GET',
    path: '/operations/{operationId}/standardGeojson',
    summary: 'Get the URL of the points of a field operation',
    ...ofOperation,
    responses: {
      200: {
        description: linked,
        schema: links('OperationStandardGeojson', 'standardGeojson', 'downloadStandardGeojson'),
      },
    },
  },
  getOperationStandardGeoparquet: {
    method: 'GET',
    path: '/operations/{operationId}/standardGeoparquet',
    summary: 'Get the URL of the points of a field operation as GeoParquet',
    description: '404 unless the setting enableGeoparquetOutput was on when the operation was made.',
    ...ofOperation,
    responses: {
      200: { description: linked, schema: links('OperationStandardGeoparquet', 'downloadStandardGeoparquet') },
    },
  },
  getOperationFilteredGeojson: {
    method: 'GET',
    path: '/operations/{operationId}/filteredGeojson',
    summary: 'Get the URL of the filtered points of a field operation',
    description:
      'The filtered points leave out points slower than 0.5 m/s and, in harvests, outliers. 404 unless the setting operationsFilteredGeojson was on.',
    ...ofOperation,
    responses: {
      200: {
        description: linked,
        schema: links('OperationFilteredGeojson', 'filteredGeojson', 'downloadFilteredGeojson'),
      },
    },
  },
  getOperationFilteredGeoparquet: {
    method: 'GET',
    path: '/operations/{operationId}/filteredGeoparquet',
    summary: 'Get the URL of the filtered points of a field operation as GeoParquet',
    description: '404 unless the settings operationsFilteredGeojson and enableGeoparquetOutput were on.',
    ...ofOperation,
    responses: {
      200: { description: linked, schema: links('OperationFilteredGeoparquet', 'downloadFilteredGeoparquet') },
    },
  },
  cropOperationByField: {
    method: 'POST',
    path: '/operations/cropOperationByField',
    summary: 'Clip a field operation to its fields',
    description:
      'Creates a machine file with the origin `automerged` from the points of the operation that lie in its fields. An operation has points outside its fields only if the setting splitOperationsByField is off. The operation itself does not change.',
    access: 'owner',
    addition: true,
    idempotent: true,
    exists: { operation: operationInBody },
    body: {
      kind: 'json',
      schema: z
        .strictObject({ id: id.describe('Id of the operation, as `GET /operations` lists it.') })
        .meta({ id: 'OperationToCrop' }),
      example: {
        id: '0190f3c4-7c1e-7d3a-9b58-3f2a1c4d5e6f',
      },
    },
    responses: {
      200: {
        description: 'The operation, and the file that is being created.',
        schema: z
          .object({
            id: z.uuid().describe('Id of the operation.'),
            message: z.string().describe('What was done, as a sentence.'),
            svcFileId: z.uuid().describe('Id of the machine file that was cut out.'),
          })
          .meta({ id: 'CroppedOperation' }),
      },
    },
  },
  reprocessOperation: {
    method: 'POST',
    path: '/operations/{operationId}/reprocess',
    summary: 'Process a field operation again',
    description:
      'Rebuilds the operation from the points of its files with the current settings. Its `updatedTime` changes when it is done.',
    ...ofOperation,
    responses: { 202: { description: 'The operation will be processed again.' } },
  },
  reprocessOperations: {
    method: 'POST',
    path: '/operations/reprocess',
    summary: 'Group the files of fields into operations again',
    description:
      'Groups the files of the given fields, or of all fields of the user, with the current settings, so that changed settings apply to existing operations.',
    access: 'owner',
    addition: true,
    idempotent: true,
    exists: { user: userInBody },
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          svcUserId: id.describe('Id of the service user, as `GET /services/usermanagement/api/users` lists it.'),
          fieldIds: z
            .array(fieldIdSchema)
            .min(1, 'name a field')
            .max(maxReprocessed)
            .optional()
            .describe('Ids of the fields whose operations are made again; all fields of the user by default.'),
        })
        .meta({ id: 'OperationsToReprocess' }),
      example: { svcUserId: '0190f3c4-7c1e-7d3a-9b58-3f2a1c4d5e6f' },
    },
    responses: {
      202: { description: 'The operations will be made again; their `updatedTime` changes when they are done.' },
    },
  },
  downloadOperationArtefact: {
    method: 'GET',
    path: '/operations/{operationId}/download/{operationArtefact}',
    summary: 'Download an output of a field operation',
    description: `One of ${operationArtefactNames.join(', ')}; 404 if the operation does not have it.`,
    access: 'owner',
    addition: true,
    params: operationPath.extend({
      operationArtefact: z
        .enum(operationArtefactNames, 'there is no such artefact')
        .describe('What to download, by its name in links.'),
    }),
    exists: { operation: operationInPath },
    responses: downloadResponses,
  },
});
