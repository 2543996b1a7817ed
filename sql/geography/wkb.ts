import type { Position, Shape } from './shape.ts';

const codes = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
} as const;
const names = new Map(Object.entries(codes).map(([name, code]) => [code, name as keyof typeof codes]));

/**
 * Encodes a shape as little-endian ISO 2D WKB.
 *
 * @example toWkb({ type: 'Point', coordinates: [8, 47] }).length // 21
 */
export function toWkb(shape: Shape): Uint8Array {
  const bytes: number[] = [];
  write(shape, bytes);
  return Uint8Array.from(bytes);
}

export const toWkbHex = (shape: Shape): string =>
  [...toWkb(shape)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function write(shape: Shape, bytes: number[]): void {
  bytes.push(1);
  number32(codes[shape.type], bytes);
  if (shape.type === 'Point') {
    position(shape.coordinates, bytes);
    return;
  }
  const parts = partsOf(shape);
  number32(parts.length, bytes);
  for (const part of parts) part(bytes);
}

type Part = (bytes: number[]) => void;

function partsOf(shape: Exclude<Shape, { type: 'Point' }>): Part[] {
  const nested =
    (part: Shape): Part =>
    (bytes) =>
      write(part, bytes);
  switch (shape.type) {
    case 'LineString':
      return shape.coordinates.map(
        (one): Part =>
          (bytes) =>
            position(one, bytes),
      );
    case 'Polygon':
      return shape.coordinates.map(
        (ring): Part =>
          (bytes) => {
            number32(ring.length, bytes);
            for (const one of ring) position(one, bytes);
          },
      );
    case 'MultiPoint':
      return shape.coordinates.map((coordinates) => nested({ type: 'Point', coordinates }));
    case 'MultiLineString':
      return shape.coordinates.map((coordinates) => nested({ type: 'LineString', coordinates }));
    case 'MultiPolygon':
      return shape.coordinates.map((coordinates) => nested({ type: 'Polygon', coordinates }));
    case 'GeometryCollection':
      return shape.geometries.map(nested);
  }
}

function number32(value: number, bytes: number[]): void {
  bytes.push(value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255);
}

function position([longitude, latitude]: Position, bytes: number[]): void {
  const view = new DataView(new ArrayBuffer(16));
  view.setFloat64(0, longitude, true);
  view.setFloat64(8, latitude, true);
  for (let index = 0; index < 16; index += 1) bytes.push(view.getUint8(index));
}

/**
 * Decodes ISO and extended WKB of either byte order; Z and M are dropped. `undefined` for invalid bytes.
 *
 * @example fromWkb(toWkb({ type: 'Point', coordinates: [8, 47] })) // { type: 'Point', coordinates: [8, 47] }
 */
export function fromWkb(bytes: Uint8Array): Shape | undefined {
  try {
    const reader = new Reader(bytes);
    const shape = reader.shape(0);
    return reader.at === bytes.length ? shape : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const deepest = 16;

class Reader {
  at = 0;
  private readonly view: DataView;
  private little = true;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  shape(depth: number): Shape {
    if (depth > deepest) throw new RangeError('too deep');
    this.little = this.view.getUint8(this.at) === 1;
    this.at += 1;
    const code = this.count(false);
    const extended = (code & 0xe0000000) >>> 0;
    const plain = code & 0x0fffffff;
    const dimensions =
      2 +
      (extended
        ? Number((extended & 0x80000000) !== 0) + Number((extended & 0x40000000) !== 0)
        : ([0, 1, 1, 2][Math.floor(plain / 1000)] ?? 0));
    if ((extended & 0x20000000) !== 0) this.at += 4;
    const type = names.get((plain % 1000) as 1);
    if (!type) throw new RangeError('no such type');
    const position = () => this.position(dimensions);
    const list = <T>(read: () => T): T[] => Array.from({ length: this.count(true) }, read);
    const inner = () => this.shape(depth + 1);
    switch (type) {
      case 'Point':
        return { type, coordinates: position() };
      case 'LineString':
        return { type, coordinates: list(position) };
      case 'Polygon':
        return { type, coordinates: list(() => list(position)) };
      case 'GeometryCollection':
        return { type, geometries: list(inner) };
      default:
        return { type, coordinates: list(() => (inner() as { coordinates?: unknown }).coordinates) } as Shape;
    }
  }

  private count(ofParts: boolean): number {
    const value = this.view.getUint32(this.at, this.little);
    this.at += 4;
    // A part has at least four bytes, so that a forged number cannot exhaust memory.
    if (ofParts && value > (this.view.byteLength - this.at) / 4) throw new RangeError('more parts than bytes');
    return value;
  }

  private position(dimensions: number): Position {
    const read = [this.view.getFloat64(this.at, this.little), this.view.getFloat64(this.at + 8, this.little)] as const;
    this.at += 8 * dimensions;
    return read;
  }
}
