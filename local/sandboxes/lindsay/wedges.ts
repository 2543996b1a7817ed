import type { Position } from '../world/outlines.ts';
import type { HistoryRow, System } from './world.ts';

/** An arc that was watered, in degrees clockwise from north, and its water in millimetres. */
export interface Wedge {
  from: number;
  width: number;
  depth: number;
}

/**
 * The arcs that a history waters from one time to another, in milliseconds since 1970: passes over one arc add up. How far a machine went follows from its
 * speed and the time.
 */
export function wedgesOf(system: System, history: readonly HistoryRow[], from: number, to: number): Wedge[] {
  const passes = history.flatMap((row, at) => {
    if (!row.is_irrigating || !row.is_moving || !row.depth) return [];
    const begun = Date.parse(row.timestamp);
    const [start, end] = [Math.max(begun, from), Math.min(Date.parse(history[at + 1]?.timestamp ?? '9999-12-31'), to)];
    if (end <= start) return [];
    const perMillisecond = (360 * row.rate) / (system.turnSeconds * 1000);
    const width = (end - start) * perMillisecond;
    const ahead = (start - begun) * perMillisecond;
    const first = row.direction === 'reverse' ? row.position - ahead - width : row.position + ahead;
    return [{ first, width, depth: row.depth * 1000 }];
  });
  const cuts = new Set([0]);
  for (const { first, width } of passes) {
    cuts.add(within(first));
    cuts.add(within(first + width));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.flatMap((cut, at) => {
    const width = (sorted[at + 1] ?? 360) - cut;
    const middle = cut + width / 2;
    const depth = passes.reduce((sum, pass) => sum + pass.depth * timesOver(pass, middle), 0);
    return depth > 0 && width > 1e-9 ? [{ from: cut, width, depth }] : [];
  });
}

const within = (degrees: number) => ((degrees % 360) + 360) % 360;

function timesOver({ first, width }: { first: number; width: number }, bearing: number): number {
  const ahead = within(bearing - first);
  return ahead > width ? 0 : 1 + Math.floor((width - ahead) / 360);
}

const radians = Math.PI / 180;

/** A wedge as a ring from the pivot along the arc, a position each degree. */
export function ringOf({ longitude, latitude, wetLength }: System, { from, width }: Wedge): Position[] {
  // WGS 84: semi-major axis and square of the eccentricity.
  const flatter = 1 - 0.00669437999014 * Math.sin(latitude * radians) ** 2;
  const normal = 6_378_137 / Math.sqrt(flatter);
  const perDegree = {
    east: normal * Math.cos(latitude * radians) * radians,
    north: ((normal * (1 - 0.00669437999014)) / flatter) * radians,
  };
  const steps = Math.max(1, Math.ceil(width));
  const arc = Array.from({ length: steps + 1 }, (_, at): Position => {
    const bearing = (from + (width * at) / steps) * radians;
    return [
      longitude + (wetLength * Math.sin(bearing)) / perDegree.east,
      latitude + (wetLength * Math.cos(bearing)) / perDegree.north,
    ];
  });
  const centre: Position = [longitude, latitude];
  // Counter-clockwise, as RFC 7946 wants outer rings.
  return width >= 360 ? [...arc.slice(0, -1), arc[0] as Position].reverse() : [centre, ...arc, centre].reverse();
}
