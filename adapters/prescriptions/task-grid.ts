import { limits } from '../../domain/limits.ts';
import { cellOutlines } from '../../domain/prescriptions/cell-outlines.ts';
import type { RatedGround } from '../../domain/prescriptions/prescription.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { PrescriptionError } from './prescription-error.ts';

interface GridReading {
  /** The binary file, for findings. */
  entry: string;
  /** Values in each cell of a grid of type 2. */
  values: number;
  /** Position of the value that is read. */
  position: number;
  rateOf(integer: number): number;
  /** Whether a machine can apply a rate. */
  isPossible(rate: number): boolean;
  rateOfZone(code: number): number | undefined;
}

/** Bytes of a value in a grid of type 2. */
const valueBytes = 4;

/**
 * The ground of a grid (GRD): cells of the same rate are joined. Rows go from south to north, and cells in them from west to east.
 *
 * @throws PrescriptionError if its bytes do not fit its columns and rows.
 */
export function groundsOfGrid(
  { A: south, B: west, C: height, D: width, E, F, H: stated, I: type }: Record<string, string>,
  bytes: Buffer,
  { entry, values, position, rateOf, isPossible, rateOfZone }: GridReading,
): { grounds: RatedGround[]; findings: PrescriptionFinding[] } {
  const frame = frameOf({ south, west, height, width }, entry);
  const [columns, rows] = [Number(E), Number(F)];
  const cells = columns * rows;
  if (!(cells > 0) || !Number.isInteger(cells))
    throw new PrescriptionError(finding('malformed', { entry }, { reason: 'its grid has no columns or rows' }));
  if (cells > limits.inspectedCells) {
    throw new PrescriptionError(
      finding('tooLarge', { entry }, { count: cells, limit: limits.inspectedCells, what: 'cells' }),
    );
  }
  const cellBytes = type === '2' ? values * valueBytes : 1;
  const expected = cells * cellBytes;
  if (bytes.length !== expected)
    throw new PrescriptionError(finding('gridSizeDiffers', { entry }, { bytes: bytes.length, expected }));
  const findings: PrescriptionFinding[] = [];
  if (stated && Number(stated) !== expected) {
    findings.push(finding('gridLengthDiffers', { entry }, { bytes: expected, stated: Number(stated) }));
  }
  const integerAt = (cell: number) =>
    type === '2' ? bytes.readInt32LE(cell * cellBytes + position * valueBytes) : bytes.readUInt8(cell);
  const classes = new Int32Array(cells);
  const known = new Map<number, number>();
  for (let cell = 0; cell < cells; cell++) {
    const integer = integerAt(cell);
    const index = known.get(integer) ?? known.size;
    known.set(integer, index);
    classes[cell] = index;
  }
  const outlines = cellOutlines(classes, { ...frame, columns, rows });
  const [unnamed, impossible] = [new Map<number, number>(), new Map<number, number>()];
  const cellsOf = (index: number) => classes.reduce((count, one) => count + Number(one === index), 0);
  const grounds = [...known].flatMap(([integer, index]): RatedGround[] => {
    const rate = type === '2' ? rateOf(integer) : rateOfZone(integer);
    const geometry = outlines[index];
    if (rate !== undefined && !isPossible(rate)) {
      // Zones say themselves what is wrong with their rates.
      if (type === '2') impossible.set(rate, cellsOf(index));
      return [];
    }
    if (rate !== undefined && geometry) return [{ geometry, rate }];
    unnamed.set(integer, cellsOf(index));
    return [];
  });
  if (unnamed.size > 0) {
    const left = [...unnamed.values()].reduce((sum, count) => sum + count, 0);
    findings.push(
      finding('zonesUnnamed', { entry }, { cells: left, codes: [...unnamed.keys()].sort((a, b) => a - b) }),
    );
  }
  if (impossible.size > 0) {
    const count = [...impossible.values()].reduce((sum, cells) => sum + cells, 0);
    findings.push(
      finding(
        'treatmentsImpossible',
        { entry },
        {
          count,
          what: 'cells',
          rates: [...impossible.keys()].map((rate) => (Number.isNaN(rate) ? 'no number' : String(rate))),
        },
      ),
    );
  }
  return { grounds, findings };
}

/** The place of a grid. @throws PrescriptionError if its corner is nowhere, or its cells have no size. */
function frameOf(given: Record<'south' | 'west' | 'height' | 'width', string | undefined>, entry: string) {
  const read = (name: keyof typeof given, what: string, isFit: (value: number) => boolean): number => {
    const text = given[name]?.trim() ?? '';
    const value = text === '' ? Number.NaN : Number(text);
    if (isFit(value)) return value;
    throw new PrescriptionError(
      finding('gridMisplaced', { entry }, { what, value: Number.isFinite(value) ? text : undefined }),
    );
  };
  return {
    south: read('south', 'southern edge', (value) => Math.abs(value) <= 90),
    west: read('west', 'western edge', (value) => Math.abs(value) <= 180),
    height: read('height', 'height of the cells', (value) => value > 0 && value < 1),
    width: read('width', 'width of the cells', (value) => value > 0 && value < 1),
  };
}
