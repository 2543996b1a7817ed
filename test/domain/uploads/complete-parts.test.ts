import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../../domain/limits.ts';
import { completeParts, partsOf, type UploadSession } from '../../../domain/uploads/upload-session.ts';

const mebibyte = 1024 * 1024;

function session(sizeBytes: number): UploadSession {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const times = { createdTime: '2026-05-01T00:00:00.000Z', expiresAt: '2026-05-02T00:00:00.000Z' };
  const rest = { target: 'fieldBoundaries' as const, fileName: 'a.zip', status: 'OPEN' as const };
  return { id, svcUserId: id, sizeBytes, ...partsOf(sizeBytes), ...rest, ...times };
}

function arrived(sizes: number[]) {
  return sizes.map((sizeBytes, at) => ({ partNumber: at + 1, sizeBytes, etag: `"${at}"` }));
}

test('every size is split into parts that S3 accepts and that add up to the file', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: limits.uploadBytes }), (sizeBytes) => {
      const { partSizeBytes, partCount } = partsOf(sizeBytes);
      expect(partSizeBytes).toBeGreaterThanOrEqual(5 * mebibyte);
      expect(partCount).toBeLessThanOrEqual(10_000);
      const last = sizeBytes - partSizeBytes * (partCount - 1);
      expect(last > 0 && last <= partSizeBytes).toBe(true);
    }),
  );
});

test('parts are completed in order, whatever their order of arrival', () => {
  const parts = arrived([8 * mebibyte, 8 * mebibyte, 5]);
  expect(completeParts(session(16 * mebibyte + 5), [...parts].reverse())).toEqual(parts);
});

test.each([
  ['one that is missing', arrived([8 * mebibyte]), '2'],
  ['the first that is missing', arrived([8 * mebibyte, 5]).slice(1), '1'],
  ['one that is too short', arrived([8 * mebibyte, 4]), '2'],
  ['one that is too long', arrived([8 * mebibyte + 1, 5]), '1'],
])('%s are refused by number', (_, parts, number) => {
  expect(() => completeParts(session(8 * mebibyte + 5), parts)).toThrow(`wrong size: ${number}. PUT them again.`);
});

test('ten of many missing parts are named', () => {
  const refused = () => completeParts(session(200 * mebibyte), []);
  expect(refused).toThrow('1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 15 more. PUT them again.');
});
