import { expect, test } from 'vitest';
import { batchStatusOf, receivedSoilBatch, withEndedEntry } from '../../../../domain/soil/batch/soil-batch.ts';

test.each([
  [['PROCESSING', 'FAILED'], 'PROCESSING'],
  [['COMPLETED', 'COMPLETED'], 'COMPLETED'],
  [['COMPLETED', 'FAILED'], 'PARTIALLY_COMPLETED'],
  [['FAILED', 'FAILED'], 'FAILED'],
] as const)('a batch of entries that are %s is %s', (statuses, status) => {
  expect(batchStatusOf(statuses.map((one) => ({ status: one })))).toBe(status);
});

test('an entry ends once, and its batch with the last one', () => {
  const files = ['a', 'b'].map((id) => ({ id, fileName: `${id}.zip`, sizeBytes: 1 }));
  const batch = receivedSoilBatch({ id: 'batch', svcUserId: 'u', files }, '2026-01-01T00:00:00.000Z');
  const [a, b] = batch.entries as [(typeof batch.entries)[0], (typeof batch.entries)[0]];
  const later = '2026-01-01T00:01:00.000Z';
  const first = withEndedEntry(batch, { ...a, status: 'COMPLETED' }, later);
  expect(first).toMatchObject({ status: 'PROCESSING', updatedTime: later, createdTime: batch.createdTime });
  expect(first && withEndedEntry(first, { ...a, status: 'FAILED' }, later)).toBeUndefined();
  expect(first && withEndedEntry(first, { ...b, status: 'FAILED' }, later)).toMatchObject({
    status: 'PARTIALLY_COMPLETED',
  });
  expect(withEndedEntry(batch, { ...a, id: 'other', status: 'FAILED' }, later)).toBeUndefined();
});
