import { ApiProblem } from '../../api/client.ts';
import type { ConsoleApi } from '../session/console-api.ts';

export type Units = 'metric' | 'imperial';

interface Configuration {
  unitMeasurement?: 'DEFAULT' | 'METRIC' | 'IMPERIAL';
}

/**
 * The system of units of a user: by its own setting, else the owner's.
 *
 * @param usual the system where the setting leaves it to the machine that recorded the work.
 * @throws ApiProblem
 */
export async function readUnits(api: ConsoleApi, svcUserId: string, usual: Units): Promise<Units> {
  const configs = '/services/config/api/configs';
  const own = await api.get<Configuration>(`${configs}/${svcUserId}`).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return {} as Configuration;
    throw error;
  });
  const { unitMeasurement } = own.unitMeasurement === undefined ? await api.get<Configuration>(configs) : own;
  if (unitMeasurement === 'METRIC') return 'metric';
  return unitMeasurement === 'IMPERIAL' ? 'imperial' : usual;
}
