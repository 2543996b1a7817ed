import {
  endedItsProgram,
  failedForGood,
  givenUp,
  stoppedByMemory,
  stoppedByTime,
} from '../../files/attempt-problems.ts';

const smallerFiles = 'Export the data as several files, one for each field or day, and upload them one by one.';
const fewerFiles =
  'Merge fewer files at once, or lower `operationsMergeRange` in the settings, so that fewer files become one operation.';
const fewerPoints =
  'Ask for the images of its field operations, which show one field each, or export the data as several files, one for each field or day.';
const again = 'Try it again later. If that fails as well, tell the operator of this server.';

/** Problems of attempts at reading, merging and drawing files, whose programs were ended or failed. */
export const attemptProblems = {
  readingTooLong: stoppedByTime('Reading the file', smallerFiles),
  readingTooLarge: stoppedByMemory('Reading the file', 'for one file', smallerFiles),
  readingBroke: endedItsProgram(
    'The file could not be read',
    'reads this format',
    'Process the file again later. If it fails again, check that it opens in your own program and export it again.',
  ),
  reprocessingFailed: {
    severity: 'warning',
    message: ({ reason }: { reason: string }) =>
      `Processing the file again failed, so that its former points and outputs stay: ${reason}`,
    hint: 'Process the file again to retry. If that fails as well, tell the operator of this server.',
  },
  conversionFailed: failedForGood(
    'Converting the file',
    'Check that the file opens in your own program and export it again. If that fails as well, tell the operator of this server.',
  ),
  combiningTooLong: stoppedByTime('Merging the files', fewerFiles),
  combiningTooLarge: stoppedByMemory('Merging the files', 'for a merge', fewerFiles),
  combiningBroke: endedItsProgram('The files could not be merged', 'reads their points', again),
  combiningFailed: failedForGood(
    'Merging the files',
    'Process the files again one by one. If that fails as well, tell the operator of this server.',
  ),
  drawingTooLong: stoppedByTime('Drawing', fewerPoints),
  drawingTooLarge: stoppedByMemory('Drawing the points', 'for one drawing', fewerPoints),
  drawingBroke: endedItsProgram('The images could not be drawn', 'draws them', again),
  drawingFailed: failedForGood(
    'Drawing',
    'Process the file again to retry. If that fails as well, tell the operator of this server.',
  ),
  processingGivenUp: givenUp(
    'Processing',
    'Retry the batch. If it fails again, split it and tell the operator of this server.',
  ),
} as const;

/**
 * Whether a problem is that of an attempt, and says nothing of what the file contains.
 *
 * @example isAttemptProblem(machineProblem('readingBroke', 'a.csv')) // true
 */
export function isAttemptProblem({ code }: { code: string }): boolean {
  return Object.hasOwn(attemptProblems, code);
}
