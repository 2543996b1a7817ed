import { closeSync, openSync } from 'node:fs';
import { readBytes } from '../../boundary-files/converters/dbf-header.ts';
import { groundOf } from './polygon-ground.ts';
import type { ToWgs84 } from './wgs84-positions.ts';

/** The positions of a shapefile's records in its own coordinates, in order; NaN for a record without a shape. */
export interface ShapePositions {
  /** Whether the shapes are polygons, whose square metres are in `ground`; those of points are NaN. */
  areAreas: boolean;
  /** The next `count` records, fewer at the end. */
  next(count: number): { x: Float64Array; y: Float64Array; ground: Float64Array };
  close(): void;
}

const headerBytes = 100;
/** Offset of the type of all shapes in the header. */
const shapeTypeAt = 32;
const blockBytes = 4 * 1024 * 1024;
/** Maximum bytes of a record, larger than any swath; a record that claims more is damaged. */
const maxRecordBytes = 64 * 1024 * 1024;
const pointTypes = new Set([1, 11, 21]);
const polygonTypes = new Set([5, 15, 25]);

/**
 * Reads points, and the centroids and areas of polygons (swaths). Heights and measures, which are often NaN, are skipped.
 *
 * @param toWgs84 the conversion in which areas are measured.
 */
export function openShapePositions(path: string, toWgs84: ToWgs84): ShapePositions {
  const file = openSync(path, 'r');
  const header = readBytes(file, 0, headerBytes);
  let block: Buffer = Buffer.alloc(0);
  let blockStart = headerBytes;
  let at = headerBytes;

  /** `length` bytes from offset `at`; undefined at the end of the file. */
  const take = (length: number): Buffer | undefined => {
    if (at < blockStart || at + length > blockStart + block.length) {
      block = readBytes(file, at, Math.max(length, blockBytes));
      blockStart = at;
    }
    const bytes = block.subarray(at - blockStart, at - blockStart + length);
    return bytes.length === length ? bytes : undefined;
  };

  const nextContent = (): Buffer | undefined => {
    const head = take(8);
    if (!head) return undefined;
    const contentBytes = head.readInt32BE(4) * 2;
    if (contentBytes < 4 || contentBytes > maxRecordBytes) return undefined;
    at += 8;
    const content = take(contentBytes);
    if (!content) return undefined;
    at += contentBytes;
    return content;
  };

  return {
    areAreas: header.length === headerBytes && polygonTypes.has(header.readInt32LE(shapeTypeAt)),
    next(count) {
      const x = new Float64Array(count);
      const y = new Float64Array(count);
      const ground = new Float64Array(count).fill(Number.NaN);
      let read = 0;
      for (let content = nextContent(); content; content = nextContent()) {
        [x[read], y[read]] = positionOf(content);
        if (isPolygon(content)) ground[read] = groundOf(ringsOf(content), toWgs84);
        if (++read === count) break;
      }
      return { x: x.subarray(0, read), y: y.subarray(0, read), ground: ground.subarray(0, read) };
    },
    close: () => closeSync(file),
  };
}

function positionOf(content: Buffer): [number, number] {
  const type = content.readInt32LE(0);
  if (pointTypes.has(type) && content.length >= 20) return [content.readDoubleLE(4), content.readDoubleLE(12)];
  if (isPolygon(content)) return middleOf(content);
  return [Number.NaN, Number.NaN];
}

function isPolygon(content: Buffer): boolean {
  return polygonTypes.has(content.readInt32LE(0)) && content.length >= 44;
}

/** The rings of a polygon; none of a damaged one. */
function ringsOf(content: Buffer): { x: Float64Array; y: Float64Array }[] {
  const parts = content.readInt32LE(36);
  const points = content.readInt32LE(40);
  const start = 44 + parts * 4;
  if (parts < 1 || points < 3 || content.length < start + points * 16) return [];
  return Array.from({ length: parts }, (_, part) => {
    const first = content.readInt32LE(44 + part * 4);
    const end = part + 1 < parts ? content.readInt32LE(48 + part * 4) : points;
    const length = first < 0 || end > points ? 0 : Math.max(0, end - first);
    const coordinate = (axis: 0 | 8) =>
      Float64Array.from({ length }, (_, index) => content.readDoubleLE(start + (first + index) * 16 + axis));
    return { x: coordinate(0), y: coordinate(8) };
  });
}

/** The centroid of the first ring; the mean of its vertices if it has no area. */
function middleOf(content: Buffer): [number, number] {
  const parts = content.readInt32LE(36);
  const points = content.readInt32LE(40);
  const start = 44 + parts * 4;
  const end = parts > 1 ? content.readInt32LE(48) : points;
  if (parts < 1 || points < 3 || end > points || content.length < start + points * 16) return [Number.NaN, Number.NaN];
  const originX = content.readDoubleLE(start);
  const originY = content.readDoubleLE(start + 8);
  let [twice, sumX, sumY, meanX, meanY] = [0, 0, 0, 0, 0];
  for (let index = 0; index < end; index++) {
    const next = (index + 1) % end;
    const x = content.readDoubleLE(start + index * 16) - originX;
    const y = content.readDoubleLE(start + index * 16 + 8) - originY;
    const nextX = content.readDoubleLE(start + next * 16) - originX;
    const nextY = content.readDoubleLE(start + next * 16 + 8) - originY;
    const cross = x * nextY - nextX * y;
    twice += cross;
    sumX += (x + nextX) * cross;
    sumY += (y + nextY) * cross;
    meanX += x / end;
    meanY += y / end;
  }
  if (twice === 0) return [originX + meanX, originY + meanY];
  return [originX + sumX / (3 * twice), originY + sumY / (3 * twice)];
}
