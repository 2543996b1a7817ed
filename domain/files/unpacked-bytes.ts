const megabyte = 1024 * 1024;

/** The disk of a function that reads uploads: Lambda offers no more. */
export const readerDiskMegabytes = 10_240;

/** For what is written beside an upload and its files. */
const reserveMegabytes = 512;

/**
 * How much the files in an upload may hold together when the upload itself, of so many bytes, lies on the same disk.
 *
 * @param most that they may hold beside a small one.
 */
export function unpackedBytes(most: number, uploadBytes: number): number {
  return Math.max(0, Math.min(most, (readerDiskMegabytes - reserveMegabytes) * megabyte - uploadBytes));
}
