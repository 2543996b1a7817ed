import { expect, test } from 'vitest';
import type { Batch, SoilBatch, Upload } from '../../web/api/uploads.ts';
import { itemsOf } from '../../web/upload/use-history.ts';

const upload: Upload = {
  id: 'upload',
  fileName: 'farm.zip',
  status: 'PROCESSED',
  createdTime: '2026-11-01T12:00:00Z',
  batchId: 'batch',
};
const batch: Batch = {
  id: 'batch',
  uploadId: 'upload',
  fileName: 'farm.zip',
  status: 'FAILED',
  statusDetails: 'Machine data was recognised, but none of it could be converted.',
  uploadTimestamp: '2026-11-01T12:00:00Z',
  svcFiles: ['file'],
  problems: [],
};

test('an upload with nothing but machine data is shown as what became of them', () => {
  const only = { ...upload, statusDetails: 'Everything that was recognised in it went to a batch.' };
  expect(itemsOf([only], [batch])).toMatchObject([{ status: 'failed', reason: batch.statusDetails }]);
  expect(itemsOf([only], [{ ...batch, status: 'PROCESSING' }])).toMatchObject([{ status: 'processing' }]);
});

test('an upload with fields is processed, and says what was not converted', () => {
  expect(itemsOf([upload], [batch])).toMatchObject([{ status: 'processed', reason: batch.statusDetails }]);
});

test('an upload with nothing but soil results is shown as what became of them, with its samples and reasons', () => {
  const soil: SoilBatch = {
    ...{ id: 'soil', status: 'COMPLETED', createdTime: upload.createdTime },
    entries: [{ fileName: 'lab.zip', status: 'COMPLETED', sampleCount: 12, warnings: [{ key: 'x', message: 'Why' }] }],
  };
  const { batchId: _, ...alone } = { ...upload, soilBatchId: 'soil', statusDetails: 'It went to a batch.' };
  const [read] = itemsOf([alone], [], [soil]);
  expect(read).toMatchObject({ kind: 'soil', status: 'processed', samples: 12 });
  expect(read?.problems).toMatchObject([{ severity: 'warning', message: 'Why', file: 'lab.zip' }]);
  const failed = {
    ...soil,
    status: 'FAILED' as const,
    entries: [{ fileName: 'lab.zip', status: 'FAILED' as const, errorMessage: 'No', warnings: [] }],
  };
  expect(itemsOf([alone], [], [failed])).toMatchObject([{ status: 'failed', problems: [{ severity: 'error' }] }]);
  expect(itemsOf([], [], [soil])).toMatchObject([{ kind: 'soil', fileName: 'lab.zip' }]);
});
