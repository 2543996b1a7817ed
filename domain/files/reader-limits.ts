const megabyte = 1024 * 1024;

/** For every file, unless the deployment sets another limit. */
const minSeconds = 60;
/** For a row engine or GDAL on a busy machine; most need a tenth of it. */
const secondsForMegabyte = 1;

/** Maximum seconds for reading all files of one upload: a Lambda function ends after 15 minutes. */
export const uploadSeconds = 10 * 60;

/**
 * Maximum seconds for reading a file, after which its reader is stopped.
 *
 * @param bytes size of the file.
 * @param least seconds for an empty file.
 * @example readingSeconds(100 * 1024 * 1024) // 160
 */
export function readingSeconds(bytes: number, min = minSeconds): number {
  return Math.min(min + secondsForMegabyte * Math.ceil(bytes / megabyte), uploadSeconds);
}

/** Disk of a function that reads uploads: the maximum of Lambda. */
export const readerDiskMegabytes = 10_240;

/** Reserved for temporary files beside an upload and its files. */
const reserveMegabytes = 512;

/**
 * Maximum bytes of all files in an upload together, given that the upload itself is on the same disk.
 *
 * @param most the limit for a small upload.
 * @example unpackedBytes(8e9, 3 * 1024 ** 3) // 6,979,321,856
 */
export function unpackedBytes(max: number, uploadBytes: number): number {
  return Math.max(0, Math.min(max, (readerDiskMegabytes - reserveMegabytes) * megabyte - uploadBytes));
}
