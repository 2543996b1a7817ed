import { ApiProblem } from '../../api/client.ts';
import type { ConsoleApi } from '../session/console-api.ts';

export type Units = 'metric' | 'imperial';

/** The settings that decide what the console shows. */
export interface Settings {
  unitMeasurement?: 'DEFAULT' | 'METRIC' | 'IMPERIAL' | null;
  operationsRemoveOutliers?: boolean | null;
  operationsOutliersLimit?: number | null;
}

const configs = '/services/config/api/configs';

/** The settings of a user: its own, and the owner's where it has none. @throws ApiProblem */
export async function readSettings(api: ConsoleApi, svcUserId: string): Promise<Settings> {
  const [own, owners] = await Promise.all([
    api.get<Settings>(`${configs}/${svcUserId}`).catch((error: unknown): Settings => {
      if (error instanceof ApiProblem && error.status === 404) return {};
      throw error;
    }),
    api.get<Settings>(configs),
  ]);
  return {
    unitMeasurement: own.unitMeasurement ?? owners.unitMeasurement ?? null,
    operationsRemoveOutliers: own.operationsRemoveOutliers ?? owners.operationsRemoveOutliers ?? null,
    operationsOutliersLimit: own.operationsOutliersLimit ?? owners.operationsOutliersLimit ?? null,
  };
}

/** The system of units of a user. @param usual the system where the setting leaves it to the machine that recorded the work. */
export function unitsOf({ unitMeasurement }: Settings, usual: Units): Units {
  if (unitMeasurement === 'METRIC') return 'metric';
  return unitMeasurement === 'IMPERIAL' ? 'imperial' : usual;
}
