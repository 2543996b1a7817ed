import type { ProcessedFile } from '../../domain/machine-files/machine-file-engine.ts';
import type { MachineProblem } from '../../domain/machine-files/problem.ts';

/**
 * A readable summary of a set of machine data. Figures are left out, since independent readers count them, and so are names of farms, fields
 * and products, some of which are personal.
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
