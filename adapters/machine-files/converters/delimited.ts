import { operationOf } from '../../../domain/machine-files/points/column-meanings.ts';
import {
  dialectOf,
  fieldsOf,
  latitudeColumn,
  longitudeColumn,
} from '../../../domain/machine-files/points/delimited-text.ts';
import { columnAdvice } from '../../../domain/machine-files/points/needed-columns.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { type MachineConverter, MachineFileError, statedValuesOf } from '../raw-set.ts';
import { fillFromDelimited } from '../rows/delimited-rows.ts';
import { timeOf } from '../rows/time-columns.ts';

/** Reads a table of text whose header names longitude and latitude, with units in brackets. */
export const readDelimited: MachineConverter = async (set, work) => {
  const file = set.members.main;
  const head = file?.head ?? '';
  const dialect = dialectOf(head);
  const names = unique(fieldsOf(head.split('\n')[0] ?? '', dialect.delimiter));
  const longitude = names.findIndex((name) => longitudeColumn.test(name));
  const latitude = names.findIndex((name) => latitudeColumn.test(name));
  const operationType = operationOf(names);
  if (!file || !operationType) {
    const advice = columnAdvice(names, false);
    throw new MachineFileError(machineProblem('unsupportedOperation', set.file, { type: 'unknown', advice }));
  }
  const table = { file, dialect, names, hasHeader: true, longitude, latitude };
  const { columns, lost } = await fillFromDelimited(table, work);
  const { values, unstated } = statedValuesOf(set.file, columns, operationType);
  const what = `${lost} lines could not be cut into ${names.length} values`;
  return {
    operationType,
    columns,
    values,
    ...(await timeOf(columns, work, set.file)),
    machinery: [],
    origin: {},
    notes: dialect.decimalSeparator === ',' ? ['numbers have decimal commas'] : [],
    problems: [...(lost > 0 ? [machineProblem('damagedPart', set.file, { what })] : []), ...unstated],
  };
};

/** Numbers repeated names, so that none hides another. */
function unique(names: string[]): string[] {
  return names.map((name, index) =>
    names.indexOf(name) < index || name === '' ? `${name} ${index + 1}`.trim() : name,
  );
}
