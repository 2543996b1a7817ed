import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification, type Vitest } from 'vitest/node';
import { type Durations, recordedDurations } from './durations.ts';

/**
 * The files that took longest when they were recorded run first: one of them at the end would leave a processor without work. A file without a
 * record may be long, and runs before them.
 */
export class LongestFirst extends BaseSequencer {
  readonly #recorded: () => Durations;

  constructor(vitest: Vitest, recorded = recordedDurations) {
    super(vitest);
    this.#recorded = recorded;
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = this.#recorded();
    const seconds = ({ moduleId, project }: TestSpecification) =>
      durations[relative(project.config.root, moduleId).split(sep).join('/')]?.seconds ?? Number.POSITIVE_INFINITY;
    // A file with a process of its own between others would end one that has read most modules already.
    const alone = ({ project }: TestSpecification) => Number(project.config.isolate);
    return [...files].sort((one, other) => alone(other) - alone(one) || descending(seconds(one), seconds(other)));
  }
}

/** Infinities are equal, where their difference is no number. */
const descending = (one: number, other: number) => (one === other ? 0 : one > other ? -1 : 1);
