import type { RawEvent, RawSample } from '../raw-reading.ts';
import { comparableId } from './sample-ids.ts';

/**
 * Joins events of tables of one file by sample and depth, if day and names are the same and no sample has a property twice: one table has
 * the texture, another one the nutrients. Tables with the same properties of the same samples are results of their own.
 */
export function withTablesJoined(events: RawEvent[]): RawEvent[] {
  const joined: RawEvent[] = [];
  for (const event of events) {
    const at = event.table === undefined ? -1 : joined.findIndex((one) => canJoin(one, event));
    const first = joined[at];
    if (first) joined[at] = join(first, event);
    else joined.push(event);
  }
  return joined;
}

const keyOf = ({ id, depth }: RawSample) => JSON.stringify([comparableId(id), depth?.top, depth?.bottom]);
const factsOf = ({ file, date, grower, farm, field, lab }: RawEvent) =>
  JSON.stringify([file, date, grower, farm, field, lab]);
const namesOf = ({ results }: RawSample) => results.map(({ original }) => `${original.name}\0${original.method ?? ''}`);

function canJoin(one: RawEvent, other: RawEvent): boolean {
  if (one.table === undefined || one.table === other.table || factsOf(one) !== factsOf(other)) return false;
  // Samples of one id and depth in one table are told apart later.
  if ([one, other].some(({ samples }) => new Set(samples.map(keyOf)).size < samples.length)) return false;
  const known = new Map(one.samples.map((sample) => [keyOf(sample), new Set(namesOf(sample))]));
  return other.samples.every((sample) => !namesOf(sample).some((name) => known.get(keyOf(sample))?.has(name)));
}

function join(one: RawEvent, other: RawEvent): RawEvent {
  const samples = new Map(one.samples.map((sample) => [keyOf(sample), sample]));
  for (const sample of other.samples) {
    const known = samples.get(keyOf(sample));
    const results = known ? [...known.results, ...sample.results] : sample.results;
    samples.set(keyOf(sample), { ...(known ?? sample), geometry: known?.geometry ?? sample.geometry, results });
  }
  return { ...one, samples: [...samples.values()] };
}
