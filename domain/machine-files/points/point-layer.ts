import { type Division, roundDown } from '../maps/division.ts';
import type { OperationType } from '../operation-type.ts';
import { type PointProperty, type PointPropertyName, propertiesOf } from './point-properties.ts';

/**
 * What a point layer says of itself, before its points. A layer has the positions and one property of the points of a machine file or field
 * operation, in as few bytes as a screen needs; `docs/point-layers.md` describes the bytes.
 */
export interface PointLayerHeader {
  property: PointPropertyName;
  /** Unit of the values; absent for categories. */
  unit?: string;
  /** The texts that values stand for, by index, the most frequent first; absent for numbers. */
  categories?: string[];
  /** Points in the layer, hidden ones included. */
  count: number;
  /** Points with a value that the work has: more than `count` where the layer is thinned. */
  points: number;
  /** Points that are left out because they have no value. */
  withoutValue: number;
  /** Why points are hidden: what a state stands for. The first, `shown`, are those of normal work. */
  states: { name: string; points: number }[];
  /** Size of a step of positions, in degrees. */
  degreesPerStep: number;
  /** Size of a step of values, in `unit`. */
  valuePerStep: number;
  /** How maps of all values divide them into classes; absent for categories. */
  division?: Division;
  /** Outer edges of all points in the layer, in degrees. Absent without points. */
  extent?: { xmin: number; ymin: number; xmax: number; ymax: number };
  /** Median width of the machine and median distance between two of its records, in metres; each 0 where the points do not say so. */
  ground: { wide: number; long: number };
  /** Length of each column in bytes, in their order. */
  columns: Record<ColumnName, number>;
}

const columnNames = ['lon', 'lat', 'value', 'state'] as const;
type ColumnName = (typeof columnNames)[number];

/** The points of a layer: degrees, values in the layer's unit (or indexes of its categories), and indexes of its states. */
export interface PointLayer {
  header: PointLayerHeader;
  lon: Float64Array;
  lat: Float64Array;
  value: Float64Array;
  state: Uint8Array;
}

/** Media type of a layer. */
export const pointLayerType = 'application/vnd.furrow.point-layer';

/** About 0.11 m, which is less than machines know of their position. */
export const degreesPerStep = 1e-6;

const magic = 'FPL1';
const headerAt = 8;

/** A kind of value that a layer can show. @example layerKindOf({ type: 'text' }) // 'categories' */
export function layerKindOf({ type }: PointProperty): 'numbers' | 'categories' | undefined {
  if (type === 'list') return undefined;
  return type === 'text' ? 'categories' : 'numbers';
}

/** The properties of a kind of work that have a layer, in order: numbers with a unit, indexes and texts. */
export function layerPropertiesOf(operationType: OperationType, units: Readonly<Record<string, string>>) {
  return propertiesOf(operationType).flatMap(([name, property]): PointPropertyName[] => {
    const isKnown = property.dimensions === undefined || units[name] !== undefined;
    return isKnown && layerKindOf(property) !== undefined ? [name] : [];
  });
}

/**
 * The size of a step of values: the largest 1, 2 or 5 times a power of ten of which at least a thousand lie between two values.
 *
 * @example valueStep(2130, 6470) // 2
 */
export function valueStep(low: number, high: number): number {
  const max = (high - low) / 1_000;
  if (!(max > 0)) return 1e-6;
  return Number(roundDown(max).toPrecision(1));
}

/** Writes the columns of a layer, point by point. @example const columns = new PointLayerColumns(); columns.add([0, 0, 12, 0]); */
export class PointLayerColumns {
  count = 0;
  readonly #columns = columnNames.map(() => new GrowingBytes());
  readonly #before = columnNames.map(() => 0);

  /** @param steps of longitude, latitude and value, and the index of the state. */
  add(steps: readonly number[]): void {
    for (const [index, column] of this.#columns.entries()) {
      const step = steps[index] ?? 0;
      column.addSigned(step - (this.#before[index] ?? 0));
      this.#before[index] = step;
    }
    this.count += 1;
  }

  /** The bytes of the layer, not compressed. */
  finish(header: Omit<PointLayerHeader, 'columns' | 'count'>): Uint8Array {
    const parts = this.#columns.map((column) => column.bytes());
    const columns = Object.fromEntries(columnNames.map((name, index) => [name, parts[index]?.length ?? 0]));
    const text = new TextEncoder().encode(JSON.stringify({ ...header, count: this.count, columns }));
    const bytes = new Uint8Array(headerAt + text.length + parts.reduce((sum, { length }) => sum + length, 0));
    bytes.set(new TextEncoder().encode(magic));
    new DataView(bytes.buffer).setUint32(magic.length, text.length, true);
    let at = headerAt;
    for (const part of [text, ...parts]) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }
}

/**
 * Reads a layer.
 *
 * @param bytes of the layer, after gzip has been undone.
 * @throws Error if they are none.
 * @example const { header, lon, lat, value, state } = readPointLayer(bytes);
 */
export function readPointLayer(bytes: Uint8Array): PointLayer {
  const text = new TextDecoder();
  if (text.decode(bytes.subarray(0, magic.length)) !== magic) throw new Error('these bytes are no point layer');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(magic.length, true);
  const header = JSON.parse(text.decode(bytes.subarray(headerAt, headerAt + length))) as PointLayerHeader;
  let at = headerAt + length;
  const read = <Values extends Float64Array | Uint8Array>(
    name: ColumnName,
    values: Values,
    perStep: number,
  ): Values => {
    readSigned(bytes.subarray(at, at + header.columns[name]), values, perStep);
    at += header.columns[name];
    return values;
  };
  const { count } = header;
  return {
    header,
    lon: read('lon', new Float64Array(count), header.degreesPerStep),
    lat: read('lat', new Float64Array(count), header.degreesPerStep),
    value: read('value', new Float64Array(count), header.valuePerStep),
    state: read('state', new Uint8Array(count), 1),
  };
}

function readSigned(bytes: Uint8Array, values: Float64Array | Uint8Array, perStep: number): void {
  // A step such as 1e-6 is no exact number: dividing by its inverse gives the nearest one to what was written.
  const perUnit = Math.round(1 / perStep);
  const isFraction = perStep < 1;
  let [steps, at] = [0, 0];
  for (let index = 0; index < values.length; index++) {
    let [number, times] = [0, 1];
    for (let byte = 128; byte >= 128; times *= 128) {
      byte = bytes[at++] ?? 0;
      number += (byte % 128) * times;
    }
    steps += number % 2 === 0 ? number / 2 : -(number + 1) / 2;
    values[index] = isFraction ? steps / perUnit : steps * perStep;
  }
}

/** Bytes that grow as numbers are added. */
class GrowingBytes {
  #bytes = new Uint8Array(4_096);
  #length = 0;

  /** Adds a whole number of at most 2^52: seven bits a byte, the lowest first, with the sign in the lowest bit. */
  addSigned(number: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let left = number >= 0 ? number * 2 : -number * 2 - 1;
    while (left >= 128) {
      this.#bytes[this.#length++] = (left % 128) + 128;
      left = Math.floor(left / 128);
    }
    this.#bytes[this.#length++] = left;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
