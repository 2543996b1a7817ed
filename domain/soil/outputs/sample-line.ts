import type { SoilEvent, SoilReading, SoilSample } from '../soil-reading.ts';

/** A sample with what its event says of it: a line of the stored samples, from which maps and rows of the lake are made. */
export interface SampleLine extends SoilSample {
  date?: string | undefined;
  field?: string | undefined;
  labName?: string | undefined;
}

/** All samples of a reading, in its order. */
export function* sampleLines({ events }: Pick<SoilReading, 'events'>): Generator<SampleLine> {
  for (const event of events) for (const sample of event.samples) yield lineOf(event, sample);
}

function lineOf({ date, field, lab }: SoilEvent, sample: SoilSample): SampleLine {
  return {
    ...sample,
    ...(date !== undefined && { date }),
    ...(field !== undefined && { field }),
    ...(lab?.name !== undefined && { labName: lab.name }),
  };
}
