import { countedFiles } from '../../../domain/operations/counted-files.ts';
import { ApiProblem } from '../../api/client.ts';
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

interface Settings {
  operationsRemoveOutliers?: boolean | null;
  operationsOutliersLimit?: number | null;
}

const operations = '/services/operations/api/operations';
const configs = '/services/config/api/configs';

/** @throws ApiProblem */
export async function readOperation(api: ConsoleApi, operationId: string): Promise<OperationWork> {
  const [operation, units] = await Promise.all([
    api.get<Operation>(`${operations}/${operationId}`),
    api.get<Record<string, string>>(`${operations}/${operationId}/units`),
  ]);
  const { type, startTime, providers } = operation;
  return { operationType: type, day: startTime.slice(0, 10), fileIds: countedFiles(operation), providers, units };
}

/** The rules by which points are hidden: the user's, or else the owner's. @throws ApiProblem */
export async function readCleanup(api: ConsoleApi, svcUserId: string): Promise<NonNullable<Work['cleanup']>> {
  const [own, owners] = await Promise.all([
    api.get<Settings>(`${configs}/${svcUserId}`).catch((error) => {
      if (error instanceof ApiProblem && error.status === 404) return {} as Settings;
      throw error;
    }),
    api.get<Settings>(configs),
  ]);
  const removes = own.operationsRemoveOutliers ?? owners.operationsRemoveOutliers;
  const limit = own.operationsOutliersLimit ?? owners.operationsOutliersLimit;
  return removes && typeof limit === 'number' ? { outlierDeviations: limit } : {};
}
