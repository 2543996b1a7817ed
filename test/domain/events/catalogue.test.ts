import { describe, expect, test } from 'vitest';
import { assetEvent } from '../../../domain/assets/asset-events.ts';
import { credentialConnection, credentialStatusChanged } from '../../../domain/credentials/connection-events.ts';
import { credentialStatuses } from '../../../domain/credentials/credential.ts';
import { eventCatalogue } from '../../../domain/events/catalogue.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import { type EventType, eventTypes } from '../../../domain/events/event-types.ts';
import {
  fieldBoundaryCreated,
  fieldBoundaryUpdated,
  fieldCreated,
  fieldDeleted,
  fieldUpdated,
  mergedFieldChanged,
  mergedFieldDeleted,
} from '../../../domain/fields/field-events.ts';
import { fieldIrrigationActivity, irrigationActivity } from '../../../domain/irrigation/irrigation-events.ts';
import {
  batchUploadProcessingFinished,
  fileProcessingFailed,
  fileProcessingFinished,
} from '../../../domain/machine-files/file-events.ts';
import { fileOrigins } from '../../../domain/machine-files/machine-file.ts';
import { operationEvent } from '../../../domain/operations/operation-events.ts';
import { organizationEvent } from '../../../domain/organizations/organization-events.ts';
import { newSatelliteImage, satelliteSubscriptionFailed } from '../../../domain/satellite/satellite-events.ts';
import { soilBatchDeleted, soilBatchProcessingFinished } from '../../../domain/soil/batch/soil-events.ts';
import { providerRemovalsWaiting } from '../../../domain/sync/absences.ts';
import { publishedTypes } from '../../../functions/manifests.ts';

const ids = {
  ...{ id: 'id', ownerId: 'owner', svcUserId: '0198c2a0-0000-7000-8000-000000000001' },
  ...{ fieldId: 'field', fileId: 'file', batchId: 'batch', operationId: 'operation', machineId: 'machine' },
};

const organization = { provider: 'JohnDeere', providerOrgId: '1', providerOrgName: 'Meadow' };
const credential = { ...ids, provider: 'JohnDeere', createdTime: '', shown: { clientKey: 'client' } } as const;

const asset = { id: 'asset', svcUserId: ids.svcUserId };

/** Events in the form in which the code writes them. Providers' files are not pulled yet. */
const written: FarmEvent[] = [
  fieldCreated(ids, 'REST', 0),
  fieldUpdated(ids, 'SYNC', 0),
  fieldDeleted(ids, { mergedFieldId: 'merged', bounds: [0, 0, 1, 1] }, 0),
  fieldDeleted(ids, {}, 0),
  fieldBoundaryCreated(ids, 'boundary', 0),
  fieldBoundaryUpdated(ids, 'boundary', 0),
  mergedFieldChanged('mergedFieldCreated', ids, 'REST', 0),
  mergedFieldChanged('mergedFieldUpdated', ids, 'REST', 0),
  mergedFieldDeleted(ids, 0),
  batchUploadProcessingFinished(ids, 0),
  ...fileOrigins.flatMap((origin) => [
    fileProcessingFinished(origin, ids, 0),
    fileProcessingFailed(origin, ids, 'why', 0),
  ]),
  operationEvent('operationCreated', ids, 0),
  operationEvent('operationUpdated', ids, 0),
  operationEvent('operationProcessingFinished', ids, 0),
  ...(['credentialsConnected', 'credentialsDisconnected'] as const).map((type) =>
    credentialConnection(type, ids, { ...credential, status: 'OK' }, 0),
  ),
  newSatelliteImage({ id: 'id', ownerId: 'owner' }, { externalId: 'north-forty', processId: 'process' }, 0),
  satelliteSubscriptionFailed({ id: 'id', ownerId: 'owner' }, { fieldId: 'north-forty', message: 'why' }, 0),
  ...(['machineCreated', 'machineUpdated', 'machineDeleted'] as const).map((type) =>
    assetEvent(type, 'id', 'owner', { ...asset, kind: 'machine' }, 0),
  ),
  ...(['implementCreated', 'implementUpdated'] as const).map((type) =>
    assetEvent(type, 'id', 'owner', { ...asset, kind: 'implement' }, 0),
  ),
  ...(['operatorCreated', 'operatorUpdated'] as const).map((type) =>
    assetEvent(type, 'id', 'owner', { ...asset, kind: 'operator' }, 0),
  ),
  soilBatchProcessingFinished(ids, 0),
  soilBatchDeleted(ids, 0),
  irrigationActivity({ id: 'id', ownerId: 'owner' }, { id: 'irrigation', svcUserId: ids.svcUserId }, 0),
  fieldIrrigationActivity({ id: 'id', ownerId: 'owner' }, { ...ids, id: 'part' }, 0),
  organizationEvent('providerOrganizationCreated', ids, { ...organization, status: 'SELECTED' }, 0),
  organizationEvent('providerOrganizationBlocked', ids, { ...organization, status: 'BLOCKED' }, 0),
  organizationEvent('providerOrganizationRemoved', ids, { ...organization, status: 'REMOVED' }, 0),
  providerRemovalsWaiting(ids, 'JohnDeere', { foundTime: '', lists: { fields: { gone: 60, of: 100 } } }, 0),
  ...credentialStatuses.flatMap((status) => credentialStatusChanged(ids, { ...credential, status }, 'why', 0) ?? []),
];

describe('the catalogue of events', () => {
  test.each(eventTypes)('has an example of %s that fits its schema', (type) => {
    const { payload, example } = eventCatalogue[type];
    expect(payload.parse(example)).toEqual(example);
  });

  test.each(written)('has the members of $type as the code writes them', ({ type, payload }) => {
    const schema = eventCatalogue[type as EventType].payload;
    expect(schema.parse(payload)).toEqual(payload);
  });

  test('has exactly the types that functions publish as the code writes them', () => {
    const today = eventTypes.filter((type) => publishedTypes.has(type));
    const made = new Set(written.map(({ type }) => type));
    expect(today).toEqual(eventTypes.filter((type) => made.has(type)));
  });

  test('lists each type once', () => {
    expect(new Set(eventTypes).size).toBe(eventTypes.length);
    expect(Object.keys(eventCatalogue).sort()).toEqual([...eventTypes].sort());
  });
});
