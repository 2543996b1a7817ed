import { meaningsOf, operationOf } from '../../../../domain/machine-files/column-meanings.ts';
import {
  isoEntries,
  isoFlows,
  isoTotals,
  isProprietary,
} from '../../../../domain/machine-files/iso-data-dictionary.ts';
import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import { machineProblem } from '../../../../domain/machine-files/problem.ts';
import { factorOf } from '../../../../domain/machine-files/units.ts';
import { MachineFileError, type RawSet, type RawValue } from '../../raw-set.ts';
import type { WorkDatabase } from '../../work-database.ts';
import { countedValues } from './counted.ts';
import type { Logged } from './logged-column.ts';
import { ratedValues } from './rated.ts';
import { widthSql, workingSql } from './working.ts';

/** Where logs tell of several kinds of work, the first of these is what the file is. */
const precedence: OperationType[] = ['harvested', 'planted', 'applied', 'tillage'];

/** What the logged values of a set mean. */
export async function isoMeaning(
  file: string,
  logged: Logged,
  work: WorkDatabase,
): Promise<Pick<RawSet, 'operationType' | 'values' | 'hasSteps' | 'beside' | 'notes' | 'problems'>> {
  const told = toldOperations(logged);
  const named = ownNumbers(logged);
  const ownOperation = operationOf(named.map(({ name }) => name));
  const operationType = precedence.find((candidate) => told.has(candidate)) ?? ownOperation;
  if (!operationType) {
    throw new MachineFileError(machineProblem('unsupportedOperation', file, { type: 'datacollection' }));
  }
  const working = workingSql(logged);
  const width = widthSql(logged);
  const { values, own } = ratedValues(logged, told);
  const counted = await countedValues(logged, operationType, { values, working, width }, work);
  const all: RawValue[] = [
    { property: 'distance', sql: 'moved', unit: 'm' },
    { property: 'heading', sql: 'towards', unit: 'arcdeg' },
    { property: 'samplingInterval', sql: 'since', unit: 's' },
    ...values,
    ...counted.values,
    ...(width ? [{ property: 'equipmentWidth' as const, sql: width, unit: 'm' }] : []),
    ...(working
      ? [{ property: 'recordingStatus' as const, sql: `case when ${working} then 'On' else 'Off' end` }]
      : []),
  ];
  const taken = new Set(all.map(({ property }) => property));
  const byLabel = meaningsOf(
    named.map(({ name }) => name),
    operationType,
  ).filter(({ property }) => !taken.has(property));
  const labelled = byLabel.flatMap(({ property, column, unit }): RawValue[] => {
    const sql = named.find(({ name }) => name === column)?.sql;
    return sql && unit ? [{ property, sql, unit }] : [];
  });
  const operations = [...told].filter((operation) => operation !== operationType);
  return {
    operationType,
    values: [...all, ...labelled, { property: 'speed', sql: speed, unit: 'm/s' } satisfies RawValue].map(always),
    hasSteps: true,
    ...(counted.beside !== undefined && { beside: counted.beside }),
    problems:
      operations.length > 0 ? [machineProblem('otherOperations', file, { operations, taken: operationType })] : [],
    notes: [
      ...(own.length > 0 ? [`${own.join(' and ')} was read in the scale of the device's own description`] : []),
      ...counted.notes,
      ...labelled.map(({ property }) => `${property} was found by the device's own name for it`),
    ],
  };
}

const speed = 'moved / nullif(since, 0)';

/** A speed that is not in all records follows from the others' places. */
function always(value: RawValue): RawValue {
  if (value.property !== 'speed' || !value.unit) return value;
  return { ...value, sql: `coalesce(${value.sql}, ${speed} / ${factorOf(value.unit)})` };
}

/** The kinds of work of which a value was logged that is more than nothing. */
function toldOperations({ columns }: Logged): Set<OperationType> {
  return new Set(
    columns.flatMap(({ ddi, tells }) => {
      const operation = (isoEntries[ddi] ?? isoFlows[ddi] ?? isoTotals[ddi])?.tells;
      return tells && operation ? [operation] : [];
    }),
  );
}

/** What makers log under numbers of their own, by the names and in the scales that the device gives them. */
function ownNumbers({ columns, elements }: Logged): { name: string; sql: string }[] {
  return columns.flatMap(({ ddi, element, column, tells }) => {
    const described = elements.get(element)?.described.get(ddi);
    if (!isProprietary(ddi) || !tells || !described?.label || !described.shown) return [];
    const { offset, scale, unit } = described.shown;
    return [{ name: `${described.label} (${unit})`, sql: `((${column} + ${offset}) * ${scale})` }];
  });
}
