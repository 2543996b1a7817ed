import { expect, test } from 'vitest';
import { limitText } from '../../domain/limits.ts';

test('limits are texts with the unit of their names', () => {
  expect(limitText).toMatchObject({
    vertices: '100,000',
    boundaryVersions: '1,000',
    uploadBytes: '3 GB',
    inlineBytes: '4.5 MB',
    listedShapeBytes: '40 kB',
    queryBytes: '250 MB',
    exportBytes: '1 GB',
    querySeconds: '23 seconds',
    storedQuerySeconds: '14 minutes',
    uploadSessionSeconds: '24 hours',
  });
});
