import { operationOf } from '../../../domain/machine-files/points/column-meanings.ts';
import { columnAdvice } from '../../../domain/machine-files/points/needed-columns.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import { type MachineConverter, MachineFileError, statedValuesOf } from '../raw-set.ts';
import { fillFromFeatures } from '../rows/feature-rows.ts';
import { timeOf } from '../rows/time-columns.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import { cropsOfRows } from './crops-of-rows.ts';

/** Reads recorded points in GeoJSON by the names of their properties, as exported by Farmobile and other programs. */
export const readGeoJson: MachineConverter = async (set, work) => {
  const { main } = set.members;
  const columns = main ? await read(set.file, main, work) : [];
  const names = columns.map(({ name }) => name);
  const operationType = operationOf(names);
  if (!operationType) {
    const advice = columnAdvice(names, true);
    throw new MachineFileError(machineProblem('unsupportedOperation', set.file, { type: 'unknown', advice }));
  }
  const { values, unstated } = statedValuesOf(set.file, columns, operationType);
  const crops = await cropsOfRows(set.file, operationType, columns, values, work);
  return {
    operationType,
    columns,
    values: crops.values,
    ...(await timeOf(columns, work, set.file)),
    machinery: [],
    origin: {},
    notes: [...crops.notes, "properties without a unit were read in the usual units of their maker's exports"],
    problems: [...crops.problems, ...unstated],
  };
};

async function read(file: string, member: MachineMember, work: WorkDatabase): Promise<AppendedColumn[]> {
  try {
    return await fillFromFeatures(member, work);
  } catch (error) {
    const [reason = ''] = reasonOf(error).replaceAll(member.path, file).split('\n');
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
}
