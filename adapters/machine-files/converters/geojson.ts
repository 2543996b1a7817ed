import { machineProblem } from '../../../domain/machine-files/problem.ts';
import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import { type MachineConverter, MachineFileError } from '../raw-set.ts';
import { type FeatureRows, fillFromFeatures } from '../rows/feature-rows.ts';
import type { WorkDatabase } from '../work-database.ts';
import { setOfFeatures } from './features.ts';

/**
 * Reads recorded points or swaths in GeoJSON by the names of their properties, as exported by Farmobile and other programs.
 */
export const readGeoJson: MachineConverter = async (set, work) => {
  const { main } = set.members;
  const rows = main ? await read(set.file, main, work) : { columns: [], areAreas: false };
  return setOfFeatures(set.file, rows, work);
};

async function read(file: string, member: MachineMember, work: WorkDatabase): Promise<FeatureRows> {
  try {
    return await fillFromFeatures(member, work);
  } catch (error) {
    const [reason = ''] = reasonOf(error).replaceAll(member.path, file).split('\n');
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
}
