import { canonicalSample } from './canonical-sample.ts';
import type { RawEvent } from './raw-reading.ts';
import type { WarningLog } from './reading-problems.ts';
import type { SoilEvent } from './soil-reading.ts';

/** Makes events of what the files of a zip say. */
export function joinEvents(raw: RawEvent[], log: WarningLog): SoilEvent[] {
  return raw.map(({ date, grower, farm, field, lab, file, samples }) => ({
    ...(date !== undefined && { date }),
    ...(grower !== undefined && { grower }),
    ...(farm !== undefined && { farm }),
    ...(field !== undefined && { field }),
    ...(lab && { lab }),
    files: [file],
    samples: samples.map((sample) => canonicalSample(sample, file, log)),
  }));
}
