import { degreeOnEquatorialSphere } from '../../domain/geometry/local-plane.ts';
import type { Land } from '../api/uploads.ts';

export interface Shape {
  id: string;
  label?: string | undefined;
  geometry: Land;
}

export interface Drawn {
  id: string;
  label: string | undefined;
  /** The `d` of an SVG path. */
  path: string;
  /** A position for a label, and the space there. */
  centre: [x: number, y: number];
  width: number;
}

export interface Drawing {
  shapes: Drawn[];
  /** Metres of ground in a unit of the drawing. */
  metresPerUnit: number;
}

/** Projects shapes to a plane: degrees become metres around the centre, north up, scaled to the frame. Undefined if there is nothing to draw. */
export function drawing(
  shapes: readonly Shape[],
  frame: { width: number; height: number; margin: number },
): Drawing | undefined {
  const positions = shapes.flatMap(({ geometry }) => geometry.coordinates.flat(2));
  if (positions.length === 0) return undefined;
  const [west, east] = extent(positions.map(([longitude]) => longitude));
  const [south, north] = extent(positions.map(([, latitude]) => latitude));
  const east1 = degreeOnEquatorialSphere * Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  const [inWidth, inHeight] = [frame.width - 2 * frame.margin, frame.height - 2 * frame.margin];
  const metresPerUnit = Math.max(
    ((east - west) * east1) / inWidth,
    ((north - south) * degreeOnEquatorialSphere) / inHeight,
    0.001,
  );
  const toX = (longitude: number) => frame.width / 2 + ((longitude - (west + east) / 2) * east1) / metresPerUnit;
  const toY = (latitude: number) =>
    frame.height / 2 - ((latitude - (south + north) / 2) * degreeOnEquatorialSphere) / metresPerUnit;
  const drawn = shapes.map(({ id, label, geometry }) => {
    const rings = geometry.coordinates.flat().map((ring) => ring.map(([x, y]): [number, number] => [toX(x), toY(y)]));
    const [left, right] = extent(rings.flat().map(([x]) => x));
    const [top, bottom] = extent(rings.flat().map(([, y]) => y));
    const centre: [number, number] = [(left + right) / 2, (top + bottom) / 2];
    return { id, label, path: rings.map(pathOf).join(''), centre, width: right - left };
  });
  return { shapes: drawn, metresPerUnit };
}

/** Leaves out points that fall on the previous one, since shapes may have a hundred thousand points. */
function pathOf(ring: readonly [number, number][]): string {
  let last = '';
  const steps = ring.flatMap(([x, y]) => {
    const step = `${x.toFixed(1)} ${y.toFixed(1)}`;
    if (step === last) return [];
    last = step;
    return [step];
  });
  return steps.length < 3 ? '' : `M${steps.join('L')}Z`;
}

function extent(values: readonly number[]): [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return [min, max];
}

/** A round length for a scale, in metres, that fills about a quarter of the width. */
export function scaleMetres(metresPerUnit: number, width: number): number {
  const max = (metresPerUnit * width) / 4;
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [5, 2, 1].find((factor) => factor * power <= max) ?? 1;
  return step * power;
}
