import { operationOf } from '../../../domain/machine-files/points/column-meanings.ts';
import { columnAdvice } from '../../../domain/machine-files/points/needed-columns.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import {
  MachineFileError,
  machineColumnIn,
  ofCoverage,
  productColumnIn,
  type RawSet,
  statedValuesOf,
} from '../raw-set.ts';
import type { FeatureRows } from '../rows/feature-rows.ts';
import { timeOf } from '../rows/time-columns.ts';
import type { WorkDatabase } from '../work-database.ts';
import { cropsOfRows } from './crops-of-rows.ts';
import { measuredUnits } from './measured-units.ts';
import { prescriptionIn } from './planned-rates.ts';
import { unitsOfRows } from './units-of-rows.ts';

/**
 * The set of features in `raw`, by the names of their properties; a shapefile calls them columns.
 *
 * @throws MachineFileError if they name no field work.
 */
export async function setOfFeatures(
  file: string,
  { columns, areAreas }: FeatureRows,
  work: WorkDatabase,
  called: 'properties' | 'columns' = 'properties',
): Promise<RawSet> {
  const names = columns.map(({ name }) => name);
  const prescription = await prescriptionIn(file, { columns, areAreas }, work);
  if (prescription) throw new MachineFileError(prescription);
  const operationType = operationOf(names);
  if (!operationType) {
    const advice = columnAdvice(names, true);
    throw new MachineFileError(machineProblem('unsupportedOperation', file, { type: 'unknown', advice }));
  }
  const time = await timeOf(columns, work, file);
  const units = await unitsOfRows(file, columns, operationType, work);
  const measured = await measuredUnits(file, { columns, areAreas, ...time }, operationType, units, work);
  const { values, problems: ofColumns } = statedValuesOf(file, columns, operationType, units, measured);
  const crops = await cropsOfRows(file, operationType, columns, values, work);
  return {
    operationType,
    columns,
    values: crops.values,
    ...(areAreas && ofCoverage(crops.values)),
    ...productColumnIn(columns),
    ...machineColumnIn(columns),
    ...time,
    machinery: [],
    origin: {},
    notes: [
      ...crops.notes,
      ...(measured.notes.length > 0
        ? measured.notes
        : [`${called} without a unit were read in the usual units of their maker's exports`]),
    ],
    problems: [...units.problems, ...measured.problems, ...crops.problems, ...ofColumns],
  };
}
