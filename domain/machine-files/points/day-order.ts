import type { OperationType } from '../operation-type.ts';
import { type DayOrder, dayOf, dayParts, readingsOfDay } from './written-days.ts';

/** What a file says of its days: everything that may decide the order of their parts. */
export interface DayEvidence {
  /** The different days as they are written, in the order of the rows. */
  days: string[];
  /** For each of those days, the values of other columns in one of its rows. */
  beside: string[][];
  /** The days in the name of the file, as milliseconds since 1970. */
  named: number[];
  /** The columns with a US customary unit, and those with a metric one. */
  units: { imperial: number; metric: number };
  operation: OperationType | undefined;
  /** A position of the work in degrees. */
  latitude: number | undefined;
  longitude: number | undefined;
}

interface DecidedOrder {
  order: DayOrder;
  /** Whether nothing decided, so that the order is a guess. */
  isGuess: boolean;
  /** The reason as a clause, such as `another column of the rows has the same days`. */
  because: string;
}

interface Reading {
  order: DayOrder;
  times: number[];
}

const day = 86_400_000;

/**
 * The order of day, month and year in a file, by all of its days: those that only one order can read, the days in other
 * columns, the time that the rows span and their sequence, the season, and the units.
 *
 * @returns undefined if the days are in none of the orders.
 * @example decideDayOrder({ days: ['11/7/2016', '11/16/2016'], ... })?.order // 'month-day-year'
 */
export function decideDayOrder(evidence: DayEvidence): DecidedOrder | undefined {
  const parts = evidence.days.flatMap((text) => dayParts(text) ?? []);
  const first = dayParts(evidence.days[0] ?? '');
  if (!first || parts.length === 0) return undefined;
  const orders: DayOrder[] = first[0] > 99 ? ['year-month-day'] : ['month-day-year', 'day-month-year'];
  if (first[0] < 100 && first[2] < 100) orders.push('year-month-day');
  const readings = orders.map((order): Reading => {
    const times = evidence.days.map((text) => {
      const found = dayParts(text);
      return (found && dayOf(found, order)) ?? Number.NaN;
    });
    return { order, times };
  });
  const valid = best(readings, ({ times }) => times.filter((time) => !Number.isNaN(time)).length);
  const [only] = valid;
  if (!only) return undefined;
  if (valid.length === 1) return decided(only, 'the other order has no such days');
  // 5 May has one reading, whatever the order.
  if (valid.every(({ times }) => times.every((time, index) => time === only.times[index]))) {
    return decided(only, 'both orders give the same days');
  }
  for (const [tell, because] of tellers) {
    const told = tell(valid, evidence);
    if (told.length === 1 && told[0]) return decided(told[0], because);
  }
  return byUnits(valid, evidence);
}

function decided({ order }: Reading, because: string): DecidedOrder {
  return { order, isGuess: false, because };
}

/** The readings with the highest score. */
function best(readings: Reading[], score: (reading: Reading) => number): Reading[] {
  const scores = readings.map(score);
  const highest = Math.max(...scores);
  return highest > 0 ? readings.filter((_, index) => scores[index] === highest) : [];
}

type Tell = (readings: Reading[], evidence: DayEvidence) => Reading[];

const tellers: [Tell, string][] = [
  [byOtherColumns, 'another column of the rows has the same days'],
  [byName, 'the name of the file has such a day'],
  [bySequence, 'the rows are in the sequence of time by it alone'],
  [bySpan, 'the rows are within a short time by it alone'],
  [bySeason, 'no such work is done in the season of the other reading'],
];

/** The days of another column, in whichever form, that are those of a reading, give or take a day for zones. */
function byOtherColumns(readings: Reading[], { beside }: DayEvidence): Reading[] {
  const columns = beside[0]?.length ?? 0;
  const others = Array.from({ length: columns }, (_, column) =>
    beside.map((values) => readingsOfDay(values[column] ?? '')),
  );
  return best(readings, ({ times }) => {
    const hits = others.flatMap((days) =>
      [...new Set(days.flatMap((forms) => [...forms.keys()]))].map((form) => {
        const same = times.filter((time, index) => Math.abs(time - (days[index]?.get(form) ?? Number.NaN)) <= day);
        return same.length;
      }),
    );
    const most = Math.max(0, ...hits);
    return most * 2 > times.length ? most : 0;
  });
}

function byName(readings: Reading[], { named }: DayEvidence): Reading[] {
  return readings.filter(({ times }) => times.some((time) => named.some((other) => Math.abs(time - other) <= day)));
}

function bySequence(readings: Reading[]): Reading[] {
  const ordered = readings.filter(({ times }) => times.every((time, index) => !(time < (times[index - 1] ?? time))));
  const enough = (readings[0]?.times.length ?? 0) > 2;
  return enough ? ordered : [];
}

/** A file is mostly of a few days: a reading that makes months of them is wrong. */
function bySpan(readings: Reading[]): Reading[] {
  const spans = readings.map(({ times }) => {
    const known = times.filter((time) => !Number.isNaN(time));
    return Math.max(...known) - Math.min(...known);
  });
  const shortest = Math.min(...spans);
  const others = spans.filter((span) => span !== shortest);
  const isClear =
    others.length === readings.length - 1 && others.every((span) => span > 4 * shortest && span >= 20 * day);
  return isClear ? readings.filter((_, index) => spans[index] === shortest) : [];
}

/** Beyond this latitude nobody harvests or plants in the middle of winter. */
const winterLatitude = 35;

function bySeason(readings: Reading[], { operation, latitude = 0 }: DayEvidence): Reading[] {
  const isOfSeason = operation === 'harvested' || operation === 'planted';
  if (!isOfSeason || Math.abs(latitude) < winterLatitude) return [];
  const winter = latitude > 0 ? [0, 1] : [6, 7];
  return readings.filter(({ times }) => times.every((time) => !winter.includes(new Date(time).getUTCMonth())));
}

/**
 * US customary units go with the month before the day, and metric ones with the day before the month, unless the work
 * lies where people write otherwise.
 */
function byUnits(readings: Reading[], { units, latitude = 0, longitude = 0 }: DayEvidence): DecidedOrder | undefined {
  const isAmerican = longitude > -170 && longitude < -50 && latitude > 15;
  const { imperial, metric } = units;
  const isMonthFirst = imperial === metric ? isAmerican : imperial > metric;
  const order = isMonthFirst ? 'month-day-year' : 'day-month-year';
  const reading = readings.find((candidate) => candidate.order === order) ?? readings[0];
  if (!reading) return undefined;
  const isKnown = imperial !== metric && (isMonthFirst || !isAmerican) && reading.order === order;
  return { order: reading.order, isGuess: !isKnown, because: `its units are ${isMonthFirst ? 'American' : 'metric'}` };
}
