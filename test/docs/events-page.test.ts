import { expect, test } from 'vitest';
import {
  batchUploadProcessingFinished,
  type FarmEvent,
  fieldBoundaryCreated,
  fieldBoundaryUpdated,
  fieldCreated,
  fieldDeleted,
  fieldUpdated,
  fileProcessingFailed,
  fileProcessingFinished,
  machineCreated,
  mergedFieldChanged,
  mergedFieldDeleted,
  operationEvent,
} from '../../domain/events/event.ts';
import { fileOrigins } from '../../domain/machine-files/machine-file.ts';
import { read } from '../house/tree.ts';

const ids = {
  ...{ id: 'id', ownerId: 'owner', svcUserId: 'user' },
  ...{ fieldId: 'field', fileId: 'file', batchId: 'batch', operationId: 'operation', machineId: 'machine' },
};

const told: FarmEvent[] = [
  fieldCreated(ids, 'REST', 0),
  fieldUpdated(ids, 'REST', 0),
  fieldDeleted(ids, { mergedFieldId: 'merged', bounds: [0, 0, 1, 1] }, 0),
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
  machineCreated(ids, 0),
];

test('the page of events names every event with its members, and none that there is not', () => {
  const rows = [...read('docs/events.md').matchAll(/^\| `(\w+)` \| (.*?) \|/gm)];
  const documented = rows.map(([, type, members = '']) => [type, members.replaceAll('`', '').split(', ').sort()]);
  const made = told.map(({ type, payload }) => [type, Object.keys(payload).sort()]);
  expect(documented.sort()).toEqual(made.sort());
});
