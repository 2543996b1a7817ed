import * as z from 'zod';
import { exampleProvider } from '../providers/providers.ts';
import type { EventType } from './event-types.ts';

const id = (of: string) => z.string().min(1).describe(`The id of the ${of}.`);
const member = {
  svcUserId: z.uuid().describe('The service user whose data it is.'),
  source: z.enum(['SYNC', 'REST']).describe('`SYNC` for a provider sync, `REST` for an API call or an upload.'),
  fieldId: id('field'),
  boundaryId: id('version of the boundary'),
  mergedFieldId: id('merged field that it was part of').optional(),
  bounds: z
    .array(z.number())
    .length(4)
    .optional()
    .describe('West, south, east and north of its active boundary, in degrees.'),
  batchId: id('batch'),
  fileId: id('machine file'),
  operationId: id('field operation'),
  workflowId: id('workflow'),
  machineId: id('machine'),
  implementId: id('implement'),
  operatorId: id('operator'),
  externalId: z.string().describe('The id that the owner gave the field for satellite images.'),
  processId: id('processing of the image'),
  irrigationId: id('irrigation activity'),
  fieldIrrigationId: id('part of an irrigation activity on one field'),
  message: z.string().describe('The reason as a sentence; may be empty.'),
  provider: z.string().describe('The provider, as in the paths of its credentials.'),
  credentialId: id('credential'),
  credential: z.string().describe('Identifies the account at the provider, such as its client id.'),
  status: z.string().describe('The current status.'),
  providerOrgId: id('organization at the provider'),
  providerOrgName: z.string().describe('The name of the organization at the provider.'),
};
type Member = keyof typeof member;

const uuid = (last: number) => `0198c2a0-0000-7000-8000-${String(last).padStart(12, '0')}`;
const examples: Record<Member, unknown> = {
  svcUserId: uuid(1),
  source: 'REST',
  fieldId: uuid(2),
  boundaryId: uuid(3),
  mergedFieldId: uuid(4),
  bounds: [-93.62, 42.02, -93.615, 42.024],
  batchId: uuid(5),
  fileId: uuid(6),
  operationId: uuid(7),
  workflowId: uuid(8),
  machineId: uuid(9),
  implementId: uuid(10),
  operatorId: uuid(11),
  externalId: 'north-forty',
  processId: uuid(12),
  irrigationId: uuid(13),
  fieldIrrigationId: uuid(14),
  message: 'The file has no positions.',
  provider: exampleProvider,
  credentialId: uuid(15),
  credential: 'client-17',
  status: 'UNAUTHENTICATED',
  providerOrgId: '4711',
  providerOrgName: 'Meadow Farming Ltd',
};

/** The parts of the service that publish events. */
export const eventGroups = {
  fields: 'Fields',
  machineFiles: 'Machine files',
  operations: 'Field operations and machines',
  soil: 'Soil samples',
  satellite: 'Satellite images',
  irrigation: 'Irrigation',
  providers: 'Providers',
} as const;
type Group = keyof typeof eventGroups;

export interface CatalogueEntry {
  group: Group;
  /** The condition for publishing it, as a sentence. */
  when: string;
  /** Members beside `type` and `timestamp`. */
  payload: z.ZodObject;
  example: Record<string, unknown>;
}

function entry(
  group: Group,
  names: readonly Member[],
  when: string,
  different: Partial<Record<Member, unknown>> = {},
): CatalogueEntry {
  const payload = z.strictObject(Object.fromEntries(names.map((name) => [name, member[name]])));
  const example = Object.fromEntries(names.map((name) => [name, different[name] ?? examples[name]]));
  return { group, when, payload, example };
}

const ofField = ['source', 'svcUserId', 'fieldId'] as const;
const ofBoundary = ['boundaryId', 'svcUserId', 'fieldId'] as const;
const ofFile = ['svcUserId', 'fileId'] as const;
const ofFailure = [...ofFile, 'message'] as const;
const ofOperation = ['svcUserId', 'operationId'] as const;
const ofWorkflow = ['svcUserId', 'workflowId'] as const;
const ofConnection = ['svcUserId', 'provider', 'credentialId', 'credential', 'status'] as const;
const ofCredential = ['svcUserId', 'provider', 'credentialId', 'credential', 'message', 'status'] as const;
const ofOrganization = ['svcUserId', 'provider', 'providerOrgId', 'providerOrgName', 'status'] as const;

/**
 * Every type of event with its members, an example and the condition for publishing it. Documentation, OpenAPI and
 * tests are made from it.
 */
export const eventCatalogue: Readonly<Record<EventType, CatalogueEntry>> = {
  fieldCreated: entry('fields', ofField, 'A field was created.'),
  fieldUpdated: entry('fields', ofField, 'A field has changed.'),
  fieldDeleted: entry(
    'fields',
    ['svcUserId', 'fieldId', 'mergedFieldId', 'bounds'],
    'A field was deleted. The last two members give the merged field that it was part of, if any, and its location, if it had one.',
  ),
  fieldBoundaryCreated: entry('fields', ofBoundary, 'A field has a new version of its boundary.'),
  fieldBoundaryUpdated: entry('fields', ofBoundary, 'The status of a version of a boundary has changed.'),
  fieldBoundaryDeleted: entry('fields', ofBoundary, 'A version of a boundary was deleted.'),
  mergedFieldCreated: entry('fields', ofField, 'Overlapping fields were merged.'),
  mergedFieldUpdated: entry('fields', ofField, 'A merged field was updated after a change of its sources.'),
  mergedFieldDeleted: entry('fields', ['svcUserId', 'fieldId'], 'A merged field has been taken apart.'),
  batchUploadProcessingFinished: entry(
    'machineFiles',
    ['svcUserId', 'batchId'],
    'All files of a batch are converted or have failed. Sent again after a retry.',
  ),
  uploadedFileProcessingFinished: entry(
    'machineFiles',
    ofFile,
    'A file of a batch has its standard points. Sent again after reprocessing.',
  ),
  uploadedFileProcessingFailed: entry('machineFiles', ofFailure, 'A file of a batch could not be converted.'),
  providerFileProcessingFinished: entry('machineFiles', ofFile, 'A file from a provider has its standard points.'),
  providerFileProcessingFailed: entry('machineFiles', ofFailure, 'A file from a provider could not be converted.'),
  mergedFileProcessingFinished: entry('machineFiles', ofFile, 'A merge of files on request is finished.'),
  mergedFileProcessingFailed: entry('machineFiles', ofFailure, 'A merge of files on request has failed.'),
  automergedFileProcessingFinished: entry(
    'machineFiles',
    ofFile,
    'The file that was clipped from an operation is ready.',
  ),
  automergedFileProcessingFailed: entry('machineFiles', ofFailure, 'A file could not be clipped from an operation.'),
  operationCreated: entry('operations', ofOperation, 'An operation was created from files.'),
  operationUpdated: entry(
    'operations',
    ofOperation,
    'The files, fields or settings of an operation have changed, and it was made again.',
  ),
  operationProcessingFinished: entry(
    'operations',
    ofOperation,
    'The points, summary and images of an operation are ready. Sent after `operationCreated` and `operationUpdated`.',
  ),
  operationProcessingFailed: entry(
    'operations',
    [...ofOperation, 'message'],
    'An operation could not be created from its files.',
  ),
  workflowProcessingFinished: entry('operations', ofWorkflow, 'A workflow has ended.'),
  workflowProcessingFailed: entry('operations', [...ofWorkflow, 'message'], 'A workflow has failed.'),
  machineCreated: entry(
    'operations',
    ['svcUserId', 'machineId'],
    'A machine was entered by hand, or found in a file or at a provider for the first time.',
  ),
  machineUpdated: entry(
    'operations',
    ['svcUserId', 'machineId'],
    'A machine was changed by hand or at its provider, or a file says more of it than was known.',
  ),
  machineDeleted: entry('operations', ['svcUserId', 'machineId'], 'A machine that was entered by hand was deleted.'),
  implementCreated: entry(
    'operations',
    ['svcUserId', 'implementId'],
    'An implement was found in a file or at a provider for the first time.',
  ),
  implementUpdated: entry(
    'operations',
    ['svcUserId', 'implementId'],
    'An implement was changed at its provider, or a file says more of it than was known.',
  ),
  operatorCreated: entry(
    'operations',
    ['svcUserId', 'operatorId'],
    'An operator of machines was found in a file or at a provider for the first time.',
  ),
  operatorUpdated: entry('operations', ['svcUserId', 'operatorId'], 'An operator of machines has changed.'),
  soilBatchProcessingFinished: entry(
    'soil',
    ['svcUserId', 'batchId'],
    'Every zip of a batch of soil results has been read or has failed. Sent once; the batch says what became of each.',
  ),
  soilBatchDeleted: entry(
    'soil',
    ['svcUserId', 'batchId'],
    'A batch of soil results was deleted. Copies of its zips count in its place within a minute.',
  ),
  newSatelliteImage: entry(
    'satellite',
    ['externalId', 'processId'],
    'A scene of a field has been processed, and its images are ready. Sent again after reprocessing.',
  ),
  satelliteSubscriptionFailed: entry(
    'satellite',
    ['fieldId', 'message'],
    'Planet images cannot be fetched for a field: the API key is missing or refused, or Planet does not accept orders. Sent once for each cause until it is resolved; `fieldId` is the owner’s own id of the field.',
    { fieldId: 'north-forty', message: 'Planet refuses the API key (401).' },
  ),
  newIrrigationActivity: entry(
    'irrigation',
    ['irrigationId', 'svcUserId'],
    'A provider has reported an irrigation activity.',
  ),
  newFieldIrrigationActivity: entry(
    'irrigation',
    ['fieldIrrigationId', 'fieldId', 'svcUserId'],
    'A part of an irrigation activity lies on a field.',
  ),
  credentialsConnected: entry(
    'providers',
    ofConnection,
    'A grower has connected an account on a page, and its credential is attached.',
    { status: 'OK' },
  ),
  credentialsDisconnected: entry(
    'providers',
    ofConnection,
    'An account was disconnected on a page, and its credential is deleted.',
    { status: 'OK' },
  ),
  credentialsUnauthenticated: entry(
    'providers',
    ofCredential,
    'A provider no longer accepts a credential, so that the user has to connect again; or the access could not be renewed for a quarter of its lifetime, which `message` says.',
    { message: 'The provider refused the token.' },
  ),
  credentialsLimitedPermission: entry(
    'providers',
    ofCredential,
    'A credential lacks a permission that syncing needs.',
    { message: 'The provider refused the fields.', status: 'MISSING_PERMISSION' },
  ),
  providerOrganizationCreated: entry(
    'providers',
    ofOrganization,
    'A provider shows an organization for the first time.',
    { status: 'PREVIEW' },
  ),
  providerOrganizationBlocked: entry('providers', ofOrganization, 'The application has no access to an organization.', {
    status: 'BLOCKED',
  }),
  providerOrganizationRemoved: entry('providers', ofOrganization, 'A provider no longer shows an organization.', {
    status: 'REMOVED',
  }),
  providerRemovalsWaiting: entry(
    'providers',
    ['svcUserId', 'provider', 'message'],
    'So many records are gone at a provider that they are not marked as removed before the owner confirms it. Sent once until they are confirmed or are there again.',
    { message: '60 of 100 fields are no longer listed by John Deere.' },
  ),
};
