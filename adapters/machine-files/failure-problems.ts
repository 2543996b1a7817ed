import { type MachineProblem, machineProblem } from '../../domain/machine-files/problem.ts';
import type { ContainedFailure } from '../containment/contained-failure.ts';

/** The problem of a file on which the reading process failed. */
export function readingProblem(failure: ContainedFailure, file: string, seconds: number): MachineProblem {
  const { reason, message, megabytes } = failure;
  if (reason === 'error') return machineProblem('conversionFailed', file, { reason: message });
  if (reason === 'deadline') return machineProblem('readingTooLong', file, { seconds });
  if (reason === 'memory') return machineProblem('readingTooLarge', file, { megabytes });
  return machineProblem('readingBroke', file);
}

const namedFiles = 3;

/** The problem of files that could not be combined; it names the first few. */
export function combiningProblem(failure: ContainedFailure, files: string[], seconds: number): MachineProblem {
  const { reason, message, megabytes } = failure;
  const file = firstOf(files);
  if (reason === 'error') return machineProblem('combiningFailed', file, { reason: message });
  if (reason === 'deadline') return machineProblem('combiningTooLong', file, { seconds });
  if (reason === 'memory') return machineProblem('combiningTooLarge', file, { megabytes });
  return machineProblem('combiningBroke', file);
}

/** The problem of points that could not be drawn. */
export function drawingProblem(
  { reason, message, megabytes }: ContainedFailure,
  files: string[],
  seconds: number,
): MachineProblem {
  const file = firstOf(files);
  if (reason === 'error') return machineProblem('drawingFailed', file, { reason: message });
  if (reason === 'deadline') return machineProblem('drawingTooLong', file, { seconds });
  if (reason === 'memory') return machineProblem('drawingTooLarge', file, { megabytes });
  return machineProblem('drawingBroke', file);
}

function firstOf(files: string[]): string {
  const left = files.length - namedFiles;
  return [...files.slice(0, namedFiles), ...(left > 0 ? [`${left} more`] : [])].join(', ');
}
