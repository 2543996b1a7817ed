import type { ProcessedFile } from '../../domain/machine-files/machine-file-engine.ts';
import type { MachineProblem } from '../../domain/machine-files/problem.ts';

/**
 * What became of a set of machine data, small enough to read. Its figures are not among it: those are counted by others. Names of farms, fields
 * and products are left out: some are people's.
 */
export function summariseFile(format: string, { status, operationType, ...file }: ProcessedFile) {
  return {
    format,
    status,
    ...(operationType && { operationType }),
    ...(file.summary && { crop: file.summary.properties.crop }),
    problems: namesOf(file.problems),
  };
}

export function namesOf(problems: MachineProblem[]): string[] {
  return problems.map(({ severity, code }) => `${severity} ${code}`);
}
