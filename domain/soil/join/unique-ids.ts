import type { RawEvent } from '../raw-reading.ts';
import type { WarningLog } from '../reading-problems.ts';

/** Gives samples whose id and depth are those of another sample of the event an id with a number: both may be real. */
export function withUniqueIds(event: RawEvent, log: WarningLog): RawEvent {
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
