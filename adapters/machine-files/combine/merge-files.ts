import type { ProcessedFile, ProcessingOrder, ResultSink } from '../../../domain/machine-files/machine-file-engine.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { stepsUntil } from '../../../domain/machine-files/step.ts';
import { diskFailure } from '../../process/disk-failure.ts';
import { finish, type Progress } from '../progress.ts';
import { MachineFileError } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';
import { writeOutputs } from '../write-outputs.ts';
import { type LoadedFile, loadPoints } from './load-points.ts';

/** Takes the points of several files through the remaining steps of a merged file. */
export async function mergeFiles(
  files: LoadedFile[],
  operationType: OperationType,
  order: ProcessingOrder,
  sink: ResultSink,
  work: WorkDatabase,
): Promise<ProcessedFile> {
  const progress: Progress = {
    at: 'normalizedGeojson',
    steps: {},
    artefacts: [],
    problems: [],
    reached: { operationType },
  };
  try {
    const { raw, units } = await loadPoints(
      files,
      operationType,
      { ...order.settings, counting: 'amongThem' },
      order.within,
      work,
    );
    finish(progress, 'normalizedGeojson', 'standardGeojson');
    await writeOutputs('the merged file', raw, units, { order, sink, work, progress });
    const { steps, artefacts, problems, reached } = progress;
    return { ...reached, status: 'processed', steps, artefacts, problems };
  } catch (error) {
    // A full disk is not the file's fault: it is thrown, so that the file is processed again later.
    if (!(error instanceof MachineFileError) || diskFailure(error)) throw error;
    const { at, steps, artefacts, reached } = progress;
    return {
      ...reached,
      status: 'failed',
      steps: stepsUntil(at, error.message, steps),
      artefacts,
      problems: [error.problem],
    };
  }
}
