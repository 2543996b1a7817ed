import type { RawEvent, RawPlaces, RawSample } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';
import type { SoilGeometry } from '../soil-reading.ts';
import { comparableId } from './sample-ids.ts';

/** Share of an event's samples without a place that a file must know, or their ids mean something else in it. */
const knownShare = 0.5;

/** Events whose samples have the places that other files of the zip give to their ids. */
export function withPlaces(events: RawEvent[], files: RawPlaces[], log: WarningLog): RawEvent[] {
  const maps = files.map((one) => ({ file: one.file, byId: placesById(one, log) }));
  return events.map((event) => {
    const open = event.samples.filter(({ geometry }) => geometry === null);
    const scores = maps.map((map) => ({ ...map, known: open.filter((sample) => placeOf(sample, map.byId)).length }));
    const best = scores.reduce<(typeof scores)[number] | undefined>(
      (one, other) => (one && one.known >= other.known ? one : other),
      undefined,
    );
    if (!best || best.known === 0 || best.known < open.length * knownShare) return event;
    log.add('placesJoined', event.file, best.file, best.known);
    const samples = event.samples.map((sample) =>
      sample.geometry ? sample : { ...sample, geometry: placeOf(sample, best.byId) ?? null },
    );
    return { ...event, samples };
  });
}

/** Ids with two places are left out. */
function placesById({ file, places }: RawPlaces, log: WarningLog): Map<string, SoilGeometry | undefined> {
  const byId = new Map<string, SoilGeometry | undefined>();
  for (const { ids, geometry } of places) {
    const [id = '', ...others] = ids.map(comparableId);
    const isTaken = byId.has(id) && JSON.stringify(byId.get(id)) !== JSON.stringify(geometry);
    if (isTaken) log.add('twoPlaces', file, id);
    byId.set(id, isTaken ? undefined : geometry);
    for (const other of others) if (!byId.has(other)) byId.set(other, geometry);
  }
  return byId;
}

function placeOf(
  { id, otherIds = [] }: RawSample,
  byId: Map<string, SoilGeometry | undefined>,
): SoilGeometry | undefined {
  for (const one of [id, ...otherIds]) {
    const place = byId.get(comparableId(one));
    if (place) return place;
  }
  return undefined;
}
