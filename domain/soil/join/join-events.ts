import { maxResults } from '../batch/soil-limits.ts';
import { type CanonicalReading, canonicalSample } from '../canonical-sample.ts';
import { doubtfulValues } from '../plausibility/doubtful-values.ts';
import type { RawEvent, RawPlaces } from '../raw-reading.ts';
import { SoilRefused, type WarningLog } from '../reading-problems.ts';
import type { SoilParameters } from '../soil-parameters.ts';
import type { SoilEvent } from '../soil-reading.ts';
import { checkedPlaces } from './check-places.ts';
import { withoutCopies } from './copies.ts';
import { withPlaces } from './places.ts';
import { withTablesJoined } from './tables.ts';

/**
 * Makes events of what the files of a zip say: one for each day, field and laboratory of a file.
 *
 * @throws SoilRefused if there are more results than one zip may have.
 */
export function joinEvents(
  raw: RawEvent[],
  places: RawPlaces[],
  log: WarningLog,
  parameters: SoilParameters = {},
): SoilEvent[] {
  const results = raw.flatMap(({ samples }) => samples).reduce((sum, sample) => sum + sample.results.length, 0);
  if (results > maxResults) throw new SoilRefused({ key: 'tooManyResults', message: tooMany(results) });
  const joined = withPlaces(withTablesJoined(raw), places, log).map((event) =>
    withUniqueIds(checkedPlaces(event, log), log),
  );
  const doubtful = doubtfulValues();
  const reading = { log, doubtful, parameters };
  const events = withoutCopies(
    joined.map((event) => canonicalEvent(event, reading)),
    log,
  );
  doubtful.report(log);
  for (const { files, samples, date } of events) {
    const placeless = samples.filter(({ geometry }) => geometry === null).length;
    if (placeless > 0) log.add('noPlace', files[0], '', placeless);
    if (date === undefined) log.add('noDate', files[0], '', samples.length);
  }
  return events;
}

const tooMany = (results: number) =>
  `The zip has ${results.toLocaleString('en-US')} results, and at most ${maxResults.toLocaleString('en-US')} are read at once. Divide it into several smaller ones, and upload each.`;

function canonicalEvent(
  { date, grower, farm, field, lab: named, file, samples }: RawEvent,
  reading: CanonicalReading,
): SoilEvent {
  const given = named?.name === undefined ? reading.parameters.lab : undefined;
  if (given !== undefined) reading.log.add('labGiven', file, given, samples.length);
  const lab = given === undefined ? named : { ...named, name: given };
  return {
    ...(date !== undefined && { date }),
    ...(grower !== undefined && { grower }),
    ...(farm !== undefined && { farm }),
    ...(field !== undefined && { field }),
    ...(lab && { lab }),
    files: [file],
    samples: samples.map((sample) => canonicalSample(sample, file, reading)),
  };
}

/** Gives samples whose id and depth are those of another sample of the event an id with a number: both may be real. */
function withUniqueIds(event: RawEvent, log: WarningLog): RawEvent {
  const seen = new Set<string>();
  const samples = event.samples.map((sample) => {
    const layer = `\0${sample.depth?.top}\0${sample.depth?.bottom}`;
    let id = sample.id;
    for (let number = 2; seen.has(id + layer); number++) id = `${sample.id} (${number})`;
    seen.add(id + layer);
    if (id === sample.id) return sample;
    log.add('repeatedSampleId', event.file, sample.id);
    return { ...sample, id };
  });
  return { ...event, samples };
}
