import type { ArtefactName } from '../../domain/machine-files/artefact.ts';
import type { ProcessedFile } from '../../domain/machine-files/machine-file-engine.ts';
import type { MachineProblem } from '../../domain/machine-files/problem.ts';
import type { Step, StepName, Steps } from '../../domain/machine-files/step.ts';

/** The results so far, so that a failed file shows how far it came. */
export interface Progress {
  at: StepName;
  steps: Steps;
  artefacts: ArtefactName[];
  problems: MachineProblem[];
  reached: Partial<ProcessedFile>;
  /** Number of rows of the source, including those without a position. */
  rows?: number;
}

/**
 * Records that a step succeeded, and starts the next one.
 *
 * @example finish(progress, 'rawGeojson', 'normalizedGeojson');
 */
export function finish(progress: Progress, step: StepName, next: StepName, notes: string[] = []): void {
  const done: Step = { status: 'processed', message: ['ok', ...notes].join('; ') };
  progress.steps = { ...progress.steps, [step]: done };
  progress.at = next;
}
