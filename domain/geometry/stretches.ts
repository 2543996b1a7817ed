import { metresPerDegree } from './local-plane.ts';

/** Where a stretch begins or ends: degrees, and seconds of its clock; null without a time. */
export interface Place {
  lon: number;
  lat: number;
  seconds: number | null;
}

/** Points of a section in the order of time, each of which its machine reaches from the one before. */
export interface Stretch {
  first: Place;
  last: Place;
  points: number;
}

/** Wider than the widest machine, since records of one time may be its sections. */
export const sureMetres = 75;
/** A step that no machine makes in a day, for records whose times do not differ. */
export const farMetres = 1_000_000;
/** A few records may jump by any step. More are work at another place, unless that is farther away than clocks that stand still in pauses explain. */
const fewPoints = 5;
const elsewhereMetres = 1_000;
/** The same at the begin and the end of a section, where nothing shows that the machine returned. */
const awayMetres = 10_000;
/** Beyond this share of the points it is the receiver of the file, and not single jumps. */
const mostOfPoints = 0.02;
/** Stretches among which the return is looked for. */
const lookedAhead = 20;

/**
 * The stretches of a section that jumped: after them the machine is where it was before, or near enough to have gone there meanwhile.
 *
 * @param isTooFar whether a step in metres cannot be made in some seconds.
 * @param total points of the file.
 * @returns their indexes.
 * @example jumpedStretches([north, farAway, northAgain], isTooFar, 100) // [1]
 */
export function jumpedStretches(
  stretches: readonly Stretch[],
  isTooFar: (metres: number, seconds: number) => boolean,
  total: number,
): number[] {
  const most = Math.max(1, total * mostOfPoints);
  const reaches = (from: Place, to: Place) => !isTooFar(metresBetween(from, to), secondsBetween(from, to));
  const jumped: number[] = [];
  let at = startOf(stretches, most);
  for (let index = 0; index < at; index++) jumped.push(index);
  for (let next = at + 1; next < stretches.length; next++) {
    const here = stretches[at]?.last;
    const away = stretches[next];
    if (!here || !away) break;
    if (reaches(here, away.first)) {
      at = next;
      continue;
    }
    const back = returnFrom(stretches, next, here, most, reaches);
    for (let index = next; index < (back ?? next); index++) jumped.push(index);
    at = back ?? next;
    next = at;
  }
  return jumped;
}

/** The stretch with which a section begins: the second one, if the first is a few points far away. */
function startOf([first, second]: readonly Stretch[], most: number): number {
  if (!first || !second || first.points > most || second.points <= first.points) return 0;
  return metresBetween(first.last, second.first) > awayMetres ? 1 : 0;
}

/** The stretch in which the machine is where it was before; undefined if it went on elsewhere. */
function returnFrom(
  stretches: readonly Stretch[],
  from: number,
  here: Place,
  most: number,
  reaches: (from: Place, to: Place) => boolean,
): number | undefined {
  let points = 0;
  let farthest = Number.POSITIVE_INFINITY;
  for (let index = from; index < stretches.length && index < from + lookedAhead; index++) {
    const stretch = stretches[index];
    if (!stretch) return undefined;
    if (index > from && reaches(here, stretch.first))
      return points <= fewPoints || farthest > elsewhereMetres ? index : undefined;
    points += stretch.points;
    farthest = Math.min(farthest, metresBetween(here, stretch.first));
    if (points > most) return undefined;
  }
  const isEnd = from + lookedAhead >= stretches.length;
  return isEnd && farthest > awayMetres ? stretches.length : undefined;
}

function secondsBetween(one: Place, other: Place): number {
  return one.seconds === null || other.seconds === null ? 0 : Math.abs(other.seconds - one.seconds);
}

function metresBetween(one: Place, other: Place): number {
  const metres = metresPerDegree((one.lat + other.lat) / 2);
  const east = ((other.lon - one.lon + 540) % 360) - 180;
  return Math.hypot((other.lat - one.lat) * metres.latitude, east * metres.longitude);
}
