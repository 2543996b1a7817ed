import { expect, test } from 'vitest';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import { workedPoints } from '../../../../functions/areas/fields/field/worked-points.ts';
import type { FieldsServices } from '../../../../functions/areas/fields/services.ts';

const file = (kept: number) =>
  ({
    svcUserId: 'u',
    status: 'processed',
    artefacts: ['standardGeojson'],
    pointCounts: { kept },
  }) as unknown as MachineFile;

const servicesOf = (...counts: number[]) =>
  ({
    files: { has: async (key: string) => key === 'artefacts/o/u/files/f/standard.geojson' },
    machineFiles: { get: async () => file(counts[0] ?? 0), many: async () => counts.map(file) },
    operations: {
      get: async () =>
        ({ svcUserId: 'u', artefacts: ['standardGeojson'], files: [], units: {} }) as unknown as Operation,
    },
  }) as unknown as FieldsServices;

test('the points of files are combined up to a million', async () => {
  const found = await workedPoints('o', 'u', { fileId: 'f' }, servicesOf(1_000_000));
  expect(found).toMatchObject({ count: 1_000_000, pointer: '#/fileId', key: 'artefacts/o/u/files/f/standard.geojson' });
});

test.each([
  [{ fileId: 'f' }, [1_000_001], '#/fileId'],
  [{ operationId: 'p' }, [600_000, 400_001], '#/operationId'],
])('more points are refused before any is read: %o', async (body, counts, pointer) => {
  await expect(workedPoints('o', 'u', body, servicesOf(...counts))).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('It has 1000001 points; the limit is 1000000.'),
    errors: [expect.objectContaining({ pointer })],
  });
});
