const inEnglish = (count: number) => count.toLocaleString('en');

const fewerPoints =
  'Ask for the images of its field operations, which show one field each, or export the data as several files, one for each field or day.';

/** Problems of attempts at reading, merging and drawing files, whose programs were ended or failed. */
export const attemptProblems = {
  readingTooLong: {
    severity: 'error',
    message: ({ seconds }: { seconds: number }) => `Reading the file was stopped after ${inEnglish(seconds)} seconds.`,
    hint: 'Export the data as several files, one for each field or day, and upload them one by one.',
  },
  readingTooLarge: {
    severity: 'error',
    message: ({ megabytes }: { megabytes: number }) =>
      `Reading the file was stopped: it needed more than ${inEnglish(megabytes)} MB of memory, the limit for one file.`,
    hint: 'Export the data as several files, one for each field or day, and upload them one by one.',
  },
  readingBroke: {
    severity: 'error',
    message: () => 'The file could not be read: each of several attempts ended the program that reads this format.',
    hint: 'Process the file again later. If it fails again, check that it opens in your own program and export it again.',
  },
  reprocessingFailed: {
    severity: 'warning',
    message: ({ reason }: { reason: string }) =>
      `Processing the file again failed, so that its former points and outputs stay: ${reason}`,
    hint: 'Process the file again to retry. If that fails as well, tell the operator of this server.',
  },
  conversionFailed: {
    severity: 'error',
    message: ({ reason }: { reason: string }) =>
      `Converting the file failed, and a retry would fail as well: ${reason}.`,
    hint: 'Check that the file opens in your own program and export it again. If that fails as well, tell the operator of this server.',
  },
  combiningTooLong: {
    severity: 'error',
    message: ({ seconds }: { seconds: number }) => `Merging the files was stopped after ${inEnglish(seconds)} seconds.`,
    hint: 'Merge fewer files at once, or lower `operationsMergeRange` in the settings, so that fewer files become one operation.',
  },
  combiningTooLarge: {
    severity: 'error',
    message: ({ megabytes }: { megabytes: number }) =>
      `Merging the files was stopped: it needed more than ${inEnglish(megabytes)} MB of memory, the limit for a merge.`,
    hint: 'Merge fewer files at once, or lower `operationsMergeRange` in the settings, so that fewer files become one operation.',
  },
  combiningBroke: {
    severity: 'error',
    message: () => 'The files could not be merged: each of several attempts ended the program that reads their points.',
    hint: 'Try it again later. If that fails as well, tell the operator of this server.',
  },
  combiningFailed: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `Merging the files failed, and a retry would fail as well: ${reason}.`,
    hint: 'Process the files again one by one. If that fails as well, tell the operator of this server.',
  },
  drawingTooLong: {
    severity: 'error',
    message: ({ seconds }: { seconds: number }) => `Drawing was stopped after ${inEnglish(seconds)} seconds.`,
    hint: fewerPoints,
  },
  drawingTooLarge: {
    severity: 'error',
    message: ({ megabytes }: { megabytes: number }) =>
      `Drawing was stopped: the points needed more than ${inEnglish(megabytes)} MB of memory, the limit.`,
    hint: fewerPoints,
  },
  drawingBroke: {
    severity: 'error',
    message: () => 'The images could not be drawn: each of several attempts ended the program that draws them.',
    hint: 'Try it again later. If that fails as well, tell the operator of this server.',
  },
  drawingFailed: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `Drawing failed, and a retry would fail as well: ${reason}.`,
    hint: 'Process the file again to retry. If that fails as well, tell the operator of this server.',
  },
  processingGivenUp: {
    severity: 'error',
    message: () => 'Processing failed: every attempt ended without a result.',
    hint: 'Retry the batch. If it fails again, split it and tell the operator of this server.',
  },
} as const;

/**
 * Whether a problem is that of an attempt, and says nothing of what the file contains.
 *
 * @example isAttemptProblem(machineProblem('readingBroke', 'a.csv')) // true
 */
export function isAttemptProblem({ code }: { code: string }): boolean {
  return Object.hasOwn(attemptProblems, code);
}
