import { type MachineProblem, machineProblem } from '../../domain/machine-files/problem.ts';
import type { ContainedFailure } from '../containment/contained-failure.ts';

/** What is said of a file over which the process that read it failed. */
export function readingProblem(failure: ContainedFailure, file: string, seconds: number): MachineProblem {
  const { reason, message, megabytes } = failure;
  if (reason === 'error') return machineProblem('conversionFailed', file, { reason: message });
  if (reason === 'deadline') return machineProblem('readingTooLong', file, { seconds });
  if (reason === 'memory') return machineProblem('readingTooLarge', file, { megabytes });
  return machineProblem('readingBroke', file);
}

const namedFiles = 3;

/** The same of files of which one was to be made. The first few are named. */
export function combiningProblem(failure: ContainedFailure, files: string[], seconds: number): MachineProblem {
  const { reason, message, megabytes } = failure;
  const left = files.length - namedFiles;
  const file = [...files.slice(0, namedFiles), ...(left > 0 ? [`${left} more`] : [])].join(', ');
  if (reason === 'error') return machineProblem('combiningFailed', file, { reason: message });
  if (reason === 'deadline') return machineProblem('combiningTooLong', file, { seconds });
  if (reason === 'memory') return machineProblem('combiningTooLarge', file, { megabytes });
  return machineProblem('combiningBroke', file);
}
