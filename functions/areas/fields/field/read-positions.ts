import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { leftOutMember } from '../../../../domain/machine-files/points/left-out.ts';
import { factorOf } from '../../../../domain/machine-files/points/units.ts';
import { noPoints, type WorkedPoints } from './worked-points.ts';

/** Where points are, longitude and latitude by turns, and how wide the machine was, in metres. */
export interface Positions {
  positions: Float64Array;
  medianWidth: number | undefined;
}

/** Maximum of points; an even share of more is taken, which are closer to one another than a machine is wide. */
const maxTaken = 500_000;
const [coordinates, width] = ['"coordinates":[', '"equipmentWidth":'];
/** Points without a mark have null. */
const mark = `"${leftOutMember}":"`;

/**
 * Reads the positions of standard points that count, of which the object has one on each line, as `geojson` writes them. Only the positions are held.
 *
 * @throws Problem `noPoints` when the object is gone or empty.
 */
export async function readPositions(files: ObjectStore, points: WorkedPoints): Promise<Positions> {
  const content = await files.getStream(points.key);
  if (!content) throw noPoints(points.pointer);
  const stride = Math.max(1, Math.ceil(points.count / maxTaken));
  const found: number[] = [];
  const widths: number[] = [];
  let row = 0;
  for await (const line of linesOf(content)) {
    const at = line.indexOf(coordinates);
    if (at < 0 || line.includes(mark) || row++ % stride !== 0) continue;
    const start = at + coordinates.length;
    const [x, y] = line.slice(start, line.indexOf(']', start)).split(',').map(Number);
    if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) continue;
    found.push(x, y);
    const stated = line.indexOf(width, start);
    const wide = stated < 0 ? 0 : Number.parseFloat(line.slice(stated + width.length));
    if (wide > 0) widths.push(wide);
  }
  const median = Float64Array.from(widths).sort()[widths.length >> 1];
  const factor = points.widthUnit ? factorOf(points.widthUnit) : undefined;
  return {
    positions: Float64Array.from(found),
    medianWidth: median === undefined || factor === undefined ? undefined : median * factor,
  };
}

/** Numbers and names are ASCII, whatever else is in a line. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const bytes of content) {
    const lines = (rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
