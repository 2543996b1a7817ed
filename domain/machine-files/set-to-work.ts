import { timestamp } from '../clock.ts';
import type { MachineFile } from './machine-file.ts';
import { type MachineProblem, machineProblem } from './problem.ts';
import { isAttemptProblem } from './problems/attempts.ts';

/**
 * The record of a finished file that is processed again; its artefacts stay until they are replaced.
 *
 * @param by who wants that: somebody who may want to know that the file is refused by other settings, or a change beside the file.
 * @example await machineFiles.restart(ownerId, setToWork(file, now), 'failed', fileDeadline(now));
 */
export function setToWork(file: MachineFile, now: number, by: 'request' | 'change' = 'request'): MachineFile {
  const { status, steps, problems } = file;
  const formerResult = status === 'processed' ? { steps, problems, isKept: by === 'change' } : undefined;
  return { ...file, formerResult, status: 'processing', problems: [], updatedTime: timestamp(now) };
}

/**
 * The former result of a file whose processing failed, with a warning that says so; undefined if the failure counts,
 * because the file was not processed before, or is refused now by a request of its owner.
 *
 * @example const kept = keptResult(file, problem); // { status: 'processed', … }
 */
export function keptResult(
  { formerResult, fileName }: Pick<MachineFile, 'formerResult' | 'fileName'>,
  problem: MachineProblem,
): (Pick<MachineFile, 'steps' | 'problems'> & { status: 'processed' }) | undefined {
  if (!formerResult || !(formerResult.isKept || isAttemptProblem(problem))) return undefined;
  const { steps, problems } = formerResult;
  const warning = machineProblem('reprocessingFailed', fileName, { reason: problem.message });
  return { status: 'processed', steps, problems: [...problems.filter(({ code }) => code !== warning.code), warning] };
}

/** Whether the last attempt to process a file again failed. */
export function hasFailedAgain({ status, problems }: Pick<MachineFile, 'status' | 'problems'>): boolean {
  return status === 'processed' && problems.some(({ code }) => code === 'reprocessingFailed');
}
