import { degreeOnMeanSphere } from '../../geometry/local-plane.ts';
import type { Position } from '../../geometry/multi-polygon.ts';
import type { RawEvent } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';
import type { SoilGeometry } from '../soil-reading.ts';

/** Metres from the middle of an event beyond which a sample cannot be of it. Chosen: farms of one report are nearer. */
const farthest = 200_000;

/**
 * Takes places away that cannot be right: outside of the globe, at 0° 0°, or far from all others of the event, as a sample in the sea
 * is whose sign was lost.
 */
export function checkedPlaces(event: RawEvent, log: WarningLog): RawEvent {
  const middle = middleOf(
    event.samples.flatMap(({ geometry }) => (geometry ? [anchorOf(geometry)] : [])).filter(isOnGlobe),
  );
  const samples = event.samples.map((sample) => {
    if (!sample.geometry) return sample;
    const anchor = anchorOf(sample.geometry);
    const isRight =
      isOnGlobe(anchor) && positionsOf(sample.geometry).every(isOnGlobe) && (!middle || isNear(anchor, middle));
    if (isRight) return sample;
    log.add('notOnLand', event.file, `${anchor[0]}, ${anchor[1]}`);
    return { ...sample, geometry: null };
  });
  return { ...event, samples };
}

const positionsOf = (geometry: SoilGeometry): Position[] =>
  geometry.type === 'Point'
    ? [geometry.coordinates]
    : geometry.type === 'Polygon'
      ? geometry.coordinates.flat()
      : geometry.coordinates.flat(2);

function anchorOf(geometry: SoilGeometry): Position {
  return positionsOf(geometry)[0] ?? [0, 0];
}

function isOnGlobe([x = Number.NaN, y = Number.NaN]: Position): boolean {
  return Math.abs(x) <= 180 && Math.abs(y) <= 90 && !(x === 0 && y === 0);
}

/** The medians of at least three positions; fewer say nothing of one another. */
function middleOf(positions: Position[]): Position | undefined {
  if (positions.length < 3) return undefined;
  const median = (axis: 0 | 1) => {
    const sorted = positions.map((position) => position[axis] ?? 0).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return [median(0), median(1)];
}

function isNear([x = 0, y = 0]: Position, [middleX = 0, middleY = 0]: Position): boolean {
  const east = Math.min(Math.abs(x - middleX), 360 - Math.abs(x - middleX)) * Math.cos((middleY * Math.PI) / 180);
  return Math.hypot(east, y - middleY) * degreeOnMeanSphere <= farthest;
}
