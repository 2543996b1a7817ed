import { type BoundaryLimits, boundaryLimits } from '../../boundary-files/limits.ts';

const megabyte = 1024 * 1024;

/** Limits of one zip of soil results. */
export const soilArchiveLimits: BoundaryLimits = {
  ...boundaryLimits,
  entries: 1_000,
  totalBytes: 512 * megabyte,
  xmlBytes: 64 * megabyte,
};

/** Results of one zip, which are held in memory. Chosen: 25,000 samples of twenty analytes. */
export const maxResults = 500_000;

/** Bytes of one table as text or of one sheet of a workbook, which are held in memory. Chosen: a hundred thousand rows of fifty cells. */
export const maxTextBytes = 128 * megabyte;
