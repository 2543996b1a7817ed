const megabyte = 1024 * 1024;

/** Of every file, unless the deployment says otherwise. */
const minSeconds = 60;
/** Of a row engine or GDAL on a busy machine; most take a tenth of it. */
const secondsForMegabyte = 1;

/** So long the files of one upload may be read together: a function of Lambda ends after 15 minutes. */
export const uploadSeconds = 10 * 60;

/**
 * How long reading a file of so many bytes may take, before it is taken for one that never ends.
 *
 * @param least what an empty file would have.
 */
export function readingSeconds(bytes: number, least = minSeconds): number {
  return Math.min(least + secondsForMegabyte * Math.ceil(bytes / megabyte), uploadSeconds);
}

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
