import type { ArtefactName } from '../../domain/machine-files/artefact.ts';
import type { ProcessedFile } from '../../domain/machine-files/machine-file-engine.ts';
import type { MachineProblem } from '../../domain/machine-files/problem.ts';
import type { Step, StepName, Steps } from '../../domain/machine-files/step.ts';

/** What has been reached so far, so that a file that fails says how far it came. */
export interface Progress {
  at: StepName;
  steps: Steps;
  artefacts: ArtefactName[];
  problems: MachineProblem[];
  reached: Partial<ProcessedFile>;
  /** How many rows the source has, also those without a place. */
  rows?: number;
}

/** Notes that a step went well, and which one is next. */
export function finish(progress: Progress, step: StepName, next: StepName, notes: string[] = []): void {
  const done: Step = { status: 'processed', message: ['ok', ...notes].join('; ') };
  progress.steps = { ...progress.steps, [step]: done };
  progress.at = next;
}
