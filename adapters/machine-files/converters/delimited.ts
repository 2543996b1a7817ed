import { operationOf } from '../../../domain/machine-files/points/column-meanings.ts';
import { columnNames, dialectOf, positionColumns } from '../../../domain/machine-files/points/delimited-text.ts';
import { columnAdvice, shownColumns } from '../../../domain/machine-files/points/needed-columns.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import {
  type MachineConverter,
  MachineFileError,
  machineColumnIn,
  productColumnIn,
  statedValuesOf,
} from '../raw-set.ts';
import { fillFromDelimited } from '../rows/delimited-rows.ts';
import { timeOf } from '../rows/time-columns.ts';
import { cropsOfRows } from './crops-of-rows.ts';
import { measuredUnits } from './measured-units.ts';
import { unitsOfRows } from './units-of-rows.ts';

/** Reads a table of text whose header names longitude and latitude, with units in brackets. */
export const readDelimited: MachineConverter = async (set, work) => {
  const file = set.members.main;
  const head = file?.head ?? '';
  const dialect = dialectOf(head);
  const names = unique(columnNames(head, dialect.delimiter));
  const { longitude, latitude } = positionColumns(names);
  const operationType = operationOf(names);
  if (!file || !operationType) {
    const advice = columnAdvice(names, false);
    throw new MachineFileError(machineProblem('unsupportedOperation', set.file, { type: 'unknown', advice }));
  }
  const table = { file, dialect, names, hasHeader: true, longitude, latitude };
  const { columns, problems, withCommas } = await fillFromDelimited(table, work);
  const time = await timeOf(columns, work, set.file);
  const units = await unitsOfRows(set.file, columns, operationType, work);
  const measured = await measuredUnits(set.file, { columns, ...time }, operationType, units, work);
  const { values, problems: ofColumns } = statedValuesOf(set.file, columns, operationType, units, measured);
  const crops = await cropsOfRows(set.file, operationType, columns, values, work);
  return {
    operationType,
    columns,
    values: crops.values,
    ...productColumnIn(columns),
    ...machineColumnIn(columns),
    ...time,
    machinery: [],
    origin: {},
    notes: [
      ...crops.notes,
      ...measured.notes,
      ...(dialect.decimalSeparator === ',' ? ['numbers have decimal commas'] : []),
      ...(withCommas.length > 0 ? [`numbers have decimal commas in ${shownColumns(withCommas)}`] : []),
    ],
    problems: [...problems, ...units.problems, ...measured.problems, ...crops.problems, ...ofColumns],
  };
};

/** Numbers repeated names, so that none hides another. */
function unique(names: string[]): string[] {
  return names.map((name, index) =>
    names.indexOf(name) < index || name === '' ? `${name} ${index + 1}`.trim() : name,
  );
}
