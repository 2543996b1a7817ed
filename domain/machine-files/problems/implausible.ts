import { agreeing } from '../../counted.ts';
import type { LeftOutPoints } from '../summary.ts';
import { shownFigure } from './contradictions.ts';
import { leftOutText } from './left-out-text.ts';

const inEnglish = (count: number) => count.toLocaleString('en');

/** Problems of values that cannot be, point by point and by the whole column. */
export const implausibleProblems = {
  pointsLeftOut: {
    severity: 'warning',
    message: ({ of, leftOut }: { of: number; leftOut: LeftOutPoints[] }) => {
      const points = leftOut.reduce((sum, found) => sum + found.points, 0);
      return `${inEnglish(points)} of ${inEnglish(of)} points ${agreeing(points, 'do')} not count in totals, maps and queries: ${leftOut.map(leftOutText).join('; ')}.`;
    },
    hint: 'They are in the standard outputs of the file, with the reason in their member `leftOut`, and `summary.properties.leftOut` names them. Correct them in your own program and upload the file again if they matter.',
  },
  tooManyImplausible: {
    severity: 'warning',
    message: ({ of, leftOut }: { of: number; leftOut: LeftOutPoints[] }) =>
      `Points have values that cannot be, and are more than 2 % of the ${inEnglish(of)}, so that none is left out: ${leftOut.map(leftOutText).join('; ')}. All are stored and counted as they were logged.`,
    hint: 'Check units and scales, the clock and the receiver, in the program that exported the data, and export it again.',
  },
  sharesAsFractions: {
    severity: 'warning',
    message: ({ columns }: { columns: { property: string; high: number }[] }) =>
      `Shares were written as fractions and read in percent, since no value of the column is above 1: ${columns.map(({ property, high }) => `${property} (up to ${shownFigure(high)}, read as ${shownFigure(high * 100)} %)`).join(', ')}.`,
    hint: 'Write these values in percent in your own program and upload the file again if they were meant so.',
  },
} as const;
