import type { WarningLog } from '../reading-problems.ts';
import { limitText, type SoilFlag } from './soil-flags.ts';

/** Places of values that one warning names. */
const namedPlaces = 10;

/** Collects values that cannot be, or hardly, so that one warning for each analyte of a file names where they are. */
export interface DoubtfulValues {
  /** @param written the value with its unit as in the file. @param place as `column B, row 2`. */
  add(flag: SoilFlag, file: string, code: string, written: string, place: string): void;
  /** Writes the warnings. */
  report(log: WarningLog): void;
}

/**
 * @example
 * const doubtful = doubtfulValues();
 * doubtful.add('impossible', 'lab.csv', 'pH', '65', 'column B, row 2');
 * doubtful.report(log);
 */
export function doubtfulValues(): DoubtfulValues {
  const groups = new Map<string, { flag: SoilFlag; file: string; code: string; places: string[]; count: number }>();
  return {
    add(flag, file, code, written, place) {
      const key = JSON.stringify([flag, file, code]);
      const group = groups.get(key) ?? { flag, file, code, places: [], count: 0 };
      groups.set(key, group);
      group.count += 1;
      if (group.places.length < namedPlaces) group.places.push(`${written} in ${place}`);
    },
    report(log) {
      for (const { flag, file, code, places, count } of groups.values()) {
        const more = count > places.length ? `, and ${(count - places.length).toLocaleString('en-US')} more` : '';
        const range = flag === 'impossible' ? ` (${limitText(code)})` : '';
        log.add(flag, file, `${code}${range}: ${places.join(', ')}${more}`, count);
      }
    },
  };
}
