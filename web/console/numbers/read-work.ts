import { countedFiles } from '../../../domain/operations/counted-files.ts';
import type { Settings } from '../reading/read-settings.ts';
import type { ConsoleApi } from '../session/console-api.ts';
import type { Work } from './work.ts';

/** A field operation as its numbers need it. */
export interface OperationWork {
  operationType: string;
  /** A day, `YYYY-MM-DD`. */
  day: string;
  fileIds: string[];
  /** The providers of the files. */
  providers: string[];
  /** Units by property, in the owner's system. */
  units: Record<string, string>;
}

interface Operation {
  type: string;
  startTime: string;
  files: string[];
  repeatedFiles?: string[];
  providers: string[];
}

const operations = '/services/operations/api/operations';

/** @throws ApiProblem */
export async function readOperation(api: ConsoleApi, operationId: string): Promise<OperationWork> {
  const [operation, units] = await Promise.all([
    api.get<Operation>(`${operations}/${operationId}`),
    api.get<Record<string, string>>(`${operations}/${operationId}/units`),
  ]);
  const { type, startTime, providers } = operation;
  return { operationType: type, day: startTime.slice(0, 10), fileIds: countedFiles(operation), providers, units };
}

/** The rules by which points are hidden. */
export function cleanupOf({
  operationsRemoveOutliers,
  operationsOutliersLimit,
}: Settings): NonNullable<Work['cleanup']> {
  const hasLimit = operationsRemoveOutliers && typeof operationsOutliersLimit === 'number';
  return hasLimit ? { outlierDeviations: operationsOutliersLimit } : {};
}
