import type { WarningLog } from '../reading-problems.ts';
import type { SoilEvent, SoilResult } from '../soil-reading.ts';
import { comparableId } from './sample-ids.ts';

/** Share of results that must agree, so that a rounded or mistyped one does not make a second sampling. */
const agreeing = 0.95;
/** Results that agree by chance are fewer. */
const fewest = 3;
/** From this number on, results of another day are a copy too: laboratories write the day of arrival for that of sampling. */
const beyondChance = 20;

/**
 * Leaves out events that another file of the zip has too, as a report in two formats: all samples are the same, and their results.
 * The event with more results, or with more methods and places for them, stays.
 */
export function withoutCopies(events: SoilEvent[], log: WarningLog): SoilEvent[] {
  const fullest = [...events].sort((a, b) => countOf(b) - countOf(a) || detailOf(b) - detailOf(a));
  const kept: SoilEvent[] = [];
  for (const event of fullest) {
    const original = kept.find((one) => isCopy(event, one));
    if (original) {
      const files = original.files.join(', ');
      log.add('sameSampling', event.files[0], files, event.samples.length, { all: countOf(event) });
    } else kept.push(event);
  }
  return events.filter((event) => kept.includes(event));
}

const countOf = ({ samples }: SoilEvent) => samples.reduce((sum, { results }) => sum + results.length, 0);

const detailOf = ({ samples }: SoilEvent) =>
  samples.reduce(
    (sum, { geometry, results }) => sum + Number(geometry !== null) + results.filter(({ method }) => method).length,
    0,
  );

function isCopy(event: SoilEvent, original: SoilEvent): boolean {
  if (event.files.some((file) => original.files.includes(file))) return false;
  const known = new Map<string, Set<string>>();
  for (const { id, results } of original.samples) {
    const words = known.get(comparableId(id)) ?? new Set();
    for (const result of results) words.add(wordOf(result));
    known.set(comparableId(id), words);
  }
  if (!event.samples.every(({ id }) => known.has(comparableId(id)))) return false;
  const all = countOf(event);
  const same = event.samples.reduce(
    (sum, { id, results }) => sum + results.filter((one) => known.get(comparableId(id))?.has(wordOf(one))).length,
    0,
  );
  if (same < fewest || same < all * agreeing) return false;
  return same >= beyondChance || !event.date || !original.date || event.date === original.date;
}

const wordOf = ({ code, value, original }: SoilResult) =>
  `${code}\0${value ?? (Number(original.value) || original.value)}`;
