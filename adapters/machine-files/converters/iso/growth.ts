import { effectiveTime, isoTotals } from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import type { TimeLogHeader } from '../../rows/time-log-record.ts';

/** How far a counter grew in the logs of a set, in steps of its own. */
export interface Growth {
  /** All increases. */
  increases: number;
  /** From the smallest to the largest value of each log, which a counter that flickers does not inflate. */
  ranges: number;
}

/** Growths by `<DDI> <element>`. */
export type Growths = Map<string, Growth>;

/**
 * Follows the counters of one log.
 *
 * @param values those of the current record, in the order of the header.
 * @returns `next` for each record, and `end` after the last one.
 */
export function followCounters(header: TimeLogHeader, values: Float64Array, growths: Growths) {
  const counters = header.values.flatMap(({ ddi, element }, index) =>
    ddi in isoTotals || ddi === effectiveTime
      ? [{ name: `${ddi} ${element}`, index, last: Number.NaN, min: Infinity, max: -Infinity, increases: 0 }]
      : [],
  );
  return {
    next() {
      for (const counter of counters) {
        const value = values[counter.index] ?? Number.NaN;
        if (value === counter.last || Number.isNaN(value)) continue;
        if (value > counter.last) counter.increases += value - counter.last;
        counter.last = value;
        if (value < counter.min) counter.min = value;
        if (value > counter.max) counter.max = value;
      }
    },
    end() {
      for (const { name, min, max, increases } of counters) {
        if (max < min) continue;
        const growth = growths.get(name) ?? { increases: 0, ranges: 0 };
        growths.set(name, { increases: growth.increases + increases, ranges: growth.ranges + max - min });
      }
    },
  };
}
