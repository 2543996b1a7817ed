import { metresPerDegree } from '../../geometry/local-plane.ts';

/** A record of a table, in the order of time. */
export interface TimedPosition {
  lon: number;
  lat: number;
  /** Milliseconds since 1970. */
  time: number;
}

/** The last record of a machine that was told from others. */
interface Track extends TimedPosition {
  id: number;
}

/** Records that are farther apart in time do not follow one another. */
const longestPause = 60_000;
/** What one machine may move while its clock, which counts whole seconds, stands still: five records a second at 12 m/s are 2.4 m apart. */
export const withinTick = 3;
/** More machines do not work in one field; the oldest is forgotten. */
const mostTracks = 200;

/**
 * Tells records of machines that work at the same time apart by their places: each follows the nearest one that it can have come from.
 *
 * @param fastest the speed in m/s that no machine exceeds at such work.
 * @returns the number of the machine of each record, from 0.
 * @example machineTracks([{ lon: 0, lat: 0, time: 0 }, { lon: 0.01, lat: 0, time: 0 }], 12) // [0, 1]
 */
export function machineTracks(records: readonly TimedPosition[], fastest: number): number[] {
  let tracks: Track[] = [];
  let next = 0;
  return records.map((record) => {
    tracks = tracks.filter(({ time }) => record.time - time <= longestPause);
    let [nearest, distance]: [Track | undefined, number] = [undefined, Infinity];
    for (const track of tracks) {
      const apart = metresBetween(track, record);
      const seconds = (record.time - track.time) / 1000;
      if (apart < distance && apart <= withinTick + fastest * seconds) [nearest, distance] = [track, apart];
    }
    const id = nearest?.id ?? next++;
    tracks = [...tracks.filter((track) => track !== nearest).slice(-mostTracks), { ...record, id }];
    return id;
  });
}

function metresBetween(a: TimedPosition, b: TimedPosition): number {
  const metres = metresPerDegree((a.lat + b.lat) / 2);
  const east = (((b.lon - a.lon + 540) % 360) - 180) * metres.longitude;
  return Math.hypot(east, (b.lat - a.lat) * metres.latitude);
}
