import { metresPerDegree } from '../../../../domain/geometry/local-plane.ts';
import { maxStepMetres, maxStepSeconds } from '../../standardise/derived-values.ts';

/** Where a log's last record was. */
export interface Track {
  time: number;
  /** Degrees from north, as it was when the machine last moved; NaN before. */
  towards: number;
  /** Of the last record with a place. */
  placed: { time: number; lon: number; lat: number } | undefined;
}

export function newTrack(): Track {
  return { time: Number.NaN, towards: Number.NaN, placed: undefined };
}

interface TrackStep {
  /** Metres; 0 where a record does not follow the one before. */
  moved: number;
  /** Seconds; 0 likewise. */
  since: number;
  /** Degrees from north, also where the machine stands after it moved; NaN before. */
  towards: number;
}

const minMove = 0.05;
const radian = Math.PI / 180;

/** The step to a record from the one before it in its log, which becomes the last. */
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
