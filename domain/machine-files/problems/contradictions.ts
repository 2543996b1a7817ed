import { agreeing, counted } from '../../counted.ts';
/** A figure with its unit and who gives it. */
export interface ComparedFigure {
  what: string;
  found: number;
  stated: number;
  unit: string;
  /** Who states the other figure. */
  by: string;
}

/**
 * A figure as a reader takes it in: four significant digits; words for what is no number.
 *
 * @example shownFigure(37_416.3) // '37,420'
 */
export function shownFigure(value: number): string {
  if (!Number.isFinite(value)) return 'no number';
  return Number(value.toPrecision(4)).toLocaleString('en', { maximumSignificantDigits: 4 });
}

const compared = ({ what, found, stated, unit, by }: ComparedFigure) =>
  `${what} of the points ${shownFigure(found)} ${unit}, ${by} ${shownFigure(stated)} ${unit}`;

const ground = (hectares: number | undefined) => (hectares === undefined ? '' : ` on ${shownFigure(hectares)} ha`);

/** Problems of files whose parts contradict one another, with the figures of both sides and which one was used. */
export const contradictionProblems = {
  contradictingStates: {
    severity: 'warning',
    message: (details: { on: string; off: string; points: number; hectares?: number; used: string; because: string }) =>
      `In ${counted(details.points, 'record')}${ground(details.hectares)}, ${details.on} says that the machine works, and ${details.off} that it does not. ${details.used} was used, because ${details.because}.`,
    hint: 'Compare the worked area with what you know of the field. The property recordingStatus of each point says what was taken for work.',
  },
  undecidedScale: {
    severity: 'warning',
    message: (details: { property: string; used: number; shown: number; unit: string }) =>
      `The average of ${details.property} is ${shownFigure(details.used)} ${details.unit} in the scale of the standard, and ${shownFigure(details.shown)} ${details.unit} in the scale in which the device displays it. Nothing else in the file decides between them, so the standard's was used.`,
    hint: 'If the displayed scale is the right one, the terminal did not write its log by ISO 11783-11: tell its manufacturer, or export the data from its own program.',
  },
  contradictingTotals: {
    severity: 'warning',
    message: ({ figures }: { figures: ComparedFigure[] }) =>
      `The points add up to other totals than the file states: ${figures.map(compared).join('; ')}. The points were used as they are.`,
    hint: 'Compare both with what you know of the work, such as the amount that was filled in or weighed. If the stated totals are right, part of the log is missing or its values are in another scale: export the data again.',
  },
  farFromTarget: {
    severity: 'warning',
    message: (details: { property: string; found: number; target: number; unit: string }) =>
      `The average of ${details.property} is ${shownFigure(details.found)} ${details.unit}, its target ${shownFigure(details.target)} ${details.unit}. Both are stored as they were logged.`,
    hint: 'If the target is right, the sensor was not calibrated or its values are in another unit or scale. Compare with the amount that was filled in.',
  },
  impossibleSpeeds: {
    severity: 'warning',
    message: (details: { points: number; of: number; limit: number; max: number; work: string }) =>
      `${details.points.toLocaleString('en')} of ${details.of.toLocaleString('en')} points ${agreeing(details.points, 'are')} faster than the ${shownFigure(details.limit)} m/s that machines reach at work of the kind ${details.work}, up to ${shownFigure(details.max)} m/s. They are stored as they were logged.`,
    hint: 'Positions that jump or times that are too close give such speeds, and areas that follow from them are wrong as well. A cleanup rule for speed leaves such points out.',
  },
  implausibleValues: {
    severity: 'error',
    message: ({ findings }: { findings: string[] }) => `The values cannot be right: ${findings.join('; ')}.`,
    hint: 'No scale or unit of the file makes them plausible. Check units and scales in the program that exported the data, and export it again.',
  },
  contradictingDates: {
    severity: 'warning',
    message: (details: { found: string; stated: string; by: string; used: string }) =>
      `The records are dated ${details.found}, and ${details.by} ${details.stated}. ${details.used}`,
    hint: 'If the other date is right, set the clock of the terminal, or correct the dates in your own program and upload the file again.',
  },
  undecidedDates: {
    severity: 'warning',
    message: ({ example, first, second }: { example: string; first: string; second: string }) =>
      `Dates such as ${example} have two readings, ${first} and ${second}, and nothing in the file decides between them. ${first} was used.`,
    hint: 'Write dates as 2016-07-11 (year, month, day) in your own program and upload the file again if the other reading is right.',
  },
} as const;
