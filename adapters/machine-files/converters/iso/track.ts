import { metresPerDegree } from '../../../../domain/geometry/local-plane.ts';
import { maxStepMetres, maxStepSeconds } from '../../standardise/derived-values.ts';

/** The state of a log after its last record. */
export interface Track {
  time: number;
  /** Heading in degrees from north when the machine last moved; NaN before. */
  towards: number;
  /** Time and position of the last record with a position. */
  placed: { time: number; lon: number; lat: number } | undefined;
}

export function newTrack(): Track {
  return { time: Number.NaN, towards: Number.NaN, placed: undefined };
}

interface TrackStep {
  /** Metres; 0 if a record does not continue the one before. */
  moved: number;
  /** Seconds; 0 if a record does not continue the one before. */
  since: number;
  /** Heading in degrees from north, also while the machine stands after a movement; NaN before. */
  towards: number;
}

const minMove = 0.05;
const radian = Math.PI / 180;

/** The step to a record from the one before in its log; updates the track. */
export function trackStep(track: Track, time: number, lon: number, lat: number): TrackStep {
  const since = (time - track.time) / 1000;
  track.time = time;
  const step = { moved: 0, since: since > 0 && since <= maxStepSeconds ? since : 0, towards: track.towards };
  if (Number.isNaN(lon)) return step;
  const { placed } = track;
  track.placed = { time, lon, lat };
  if (!placed || !(time - placed.time <= maxStepSeconds * 1000)) return step;
  // Steps are so short that the ellipsoid is flat between them.
  const metres = metresPerDegree((lat + placed.lat) / 2);
  const north = (lat - placed.lat) * metres.latitude;
  const east = (((lon - placed.lon + 540) % 360) - 180) * metres.longitude;
  const moved = Math.hypot(north, east);
  if (!(moved <= maxStepMetres)) return step;
  if (moved > minMove) track.towards = (Math.atan2(east, north) / radian + 360) % 360;
  return { ...step, moved, towards: track.towards };
}
