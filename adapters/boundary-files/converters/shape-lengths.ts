import { closeSync, fstatSync, openSync } from 'node:fs';
import { readBytes } from './dbf-header.ts';

/** The actual length of a .shp or .shx file, and the length in its header, in bytes. */
export interface ShapeLength {
  bytes: number;
  stated: number;
}

const headerBytes = 100;
/** Bytes of a record in the index. */
const indexBytes = 8;
/** Bytes of a record's header in the .shp file. */
const recordHeadBytes = 8;
/** Lengths are counted in 16-bit words (ESRI Shapefile Technical Description, 1998, table 1). */
const wordBytes = 2;

export function shapeLength(path: string): ShapeLength {
  const file = openSync(path, 'r');
  try {
    const head = readBytes(file, 0, headerBytes);
    const { size: bytes } = fstatSync(file);
    return { bytes, stated: head.length < headerBytes ? 0 : head.readUInt32BE(24) * wordBytes };
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a test whether the shape of a record, from 0, ends within the .shp file. Beyond the end of a truncated file
 * GDAL finds features without a shape.
 */
export function shapesWithin(indexPath: string, shapes: ShapeLength): (record: number) => boolean {
  if (shapes.bytes >= shapes.stated) return () => true;
  const file = openSync(indexPath, 'r');
  try {
    const index = readBytes(file, headerBytes, Math.max(0, fstatSync(file).size - headerBytes));
    return (record) => {
      const at = record * indexBytes;
      if (at + indexBytes > index.length) return false;
      const [offset, length] = [index.readUInt32BE(at), index.readUInt32BE(at + 4)];
      return (offset + length) * wordBytes + recordHeadBytes <= shapes.bytes;
    };
  } finally {
    closeSync(file);
  }
}

/** Number of records of an index (.shx) by its length. */
export function recordsOfIndex(bytes: number): number {
  return Math.max(0, Math.floor((bytes - headerBytes) / indexBytes));
}
