import { expect, test } from 'vitest';
import { boundaryLimits } from '../../../domain/boundary-files/limits.ts';
import {
  readerDiskMegabytes,
  readingSeconds,
  unpackedBytes,
  uploadSeconds,
} from '../../../domain/files/reader-limits.ts';
import { needsOf } from '../../../functions/manifests.ts';

const megabyte = 1024 ** 2;
const maxUpload = 3 * 1024 * megabyte;

test("an upload of any size fits on the function's disk, with its unpacked files", () => {
  const { diskMegabytes = 0 } = needsOf('convert-boundaries');
  expect(diskMegabytes).toBe(readerDiskMegabytes);
  for (let upload = 0; upload <= maxUpload; upload += 128 * megabyte) {
    expect(upload + unpackedBytes(boundaryLimits.totalBytes, upload)).toBeLessThan(diskMegabytes * megabyte);
  }
  expect(unpackedBytes(boundaryLimits.totalBytes, 1024 * megabyte)).toBe(boundaryLimits.totalBytes);
  expect(unpackedBytes(boundaryLimits.totalBytes, maxUpload)).toBeGreaterThan(6 * 1024 * megabyte);
});

test('a file has a minute and a second for each megabyte, and an upload ends before its function times out', () => {
  expect(readingSeconds(40_000)).toBe(61);
  expect(readingSeconds(100 * megabyte)).toBe(160);
  expect(readingSeconds(Number.POSITIVE_INFINITY)).toBe(uploadSeconds);
  expect(uploadSeconds).toBeLessThan(needsOf('convert-boundaries').timeoutSeconds - 120);
});
