/**
 * Every type of event that a webhook may listen to; `catalogue.ts` lists their members. The names are those on the
 * wire.
 */
export const eventTypes = [
  'fieldCreated',
  'fieldUpdated',
  'fieldDeleted',
  'fieldBoundaryCreated',
  'fieldBoundaryUpdated',
  'fieldBoundaryDeleted',
  'mergedFieldCreated',
  'mergedFieldUpdated',
  'mergedFieldDeleted',
  'batchUploadProcessingFinished',
  'uploadedFileProcessingFinished',
  'uploadedFileProcessingFailed',
  'providerFileProcessingFinished',
  'providerFileProcessingFailed',
  'mergedFileProcessingFinished',
  'mergedFileProcessingFailed',
  'automergedFileProcessingFinished',
  'automergedFileProcessingFailed',
  'soilBatchProcessingFinished',
  'soilBatchDeleted',
  'operationCreated',
  'operationUpdated',
  'operationProcessingFinished',
  'operationProcessingFailed',
  'workflowProcessingFinished',
  'workflowProcessingFailed',
  'newSatelliteImage',
  'satelliteSubscriptionFailed',
  'newIrrigationActivity',
  'newFieldIrrigationActivity',
  'machineCreated',
  'machineUpdated',
  'machineDeleted',
  'implementCreated',
  'implementUpdated',
  'operatorCreated',
  'operatorUpdated',
  'credentialsConnected',
  'credentialsDisconnected',
  'credentialsUnauthenticated',
  'credentialsLimitedPermission',
  'providerOrganizationCreated',
  'providerOrganizationBlocked',
  'providerOrganizationRemoved',
  'providerRemovalsWaiting',
] as const;

export type EventType = (typeof eventTypes)[number];

/** Internal events, which are not sent to webhooks. Events about a deleted user are erased with it. */
export type InternalEventType = 'userDeleted' | 'credentialChanged';
