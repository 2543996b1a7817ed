import { limits } from '../limits.ts';

/** Limits of one upload. The archive's limits count over the upload, including nested archives. */
export interface BoundaryLimits {
  /** Entries of all archives together. */
  entries: number;
  /** Maximum depth of nested archives: 2 is an archive in an archive in the upload. */
  nesting: number;
  /**
   * Maximum ratio of uncompressed to compressed bytes of an entry, checked after `ratioFromBytes` produced bytes, so
   * that plain text may pass.
   */
  ratio: number;
  ratioFromBytes: number;
  /** Uncompressed bytes of all entries together. */
  totalBytes: number;
  /** Fields in one upload (interface specification, area M). */
  fields: number;
  /** Positions in one geometry, so that it can be stored and returned. */
  vertices: number;
  /** Bytes of an XML document, which is held in memory as a tree of many times its size. */
  xmlBytes: number;
  /** Elements inside elements in an XML document. */
  xmlDepth: number;
  /** Bytes of one feature's text in a GeoJSON file; a hundred thousand positions need a tenth of it. */
  featureBytes: number;
  /** Problems that are listed for one code in one set; further ones are only counted. */
  problemsPerCode: number;
}

const megabyte = 1024 * 1024;

export const boundaryLimits: BoundaryLimits = {
  entries: 10_000,
  nesting: 2,
  ratio: 200,
  ratioFromBytes: 64 * megabyte,
  totalBytes: 8 * 1024 * megabyte,
  fields: limits.uploadFields,
  vertices: limits.vertices,
  xmlBytes: 64 * megabyte,
  xmlDepth: 100,
  featureBytes: 64 * megabyte,
  problemsPerCode: 20,
};
