import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import { meaningsOf, operationOf } from '../../../../domain/machine-files/points/column-meanings.ts';
import { isProprietary } from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import { measures } from '../../../../domain/machine-files/points/point-properties.ts';
import { factorOf } from '../../../../domain/machine-files/points/units.ts';
import { machineProblem } from '../../../../domain/machine-files/problem.ts';
import { MachineFileError, namedValue, type RawSet, type RawValue } from '../../raw-set.ts';
import type { WorkDatabase } from '../../work-database.ts';
import { countedValues } from './counted.ts';
import type { Growths } from './growth.ts';
import { loggedFor, loggedOperations } from './kinds.ts';
import type { Logged } from './logged-column.ts';
import { ratedValues } from './rated.ts';
import { decideScales } from './scales.ts';
import { statedTotals } from './stated-totals.ts';
import { agreeingStates } from './states.ts';
import type { LoggedTask } from './time-logs.ts';
import { widthSql, workingSql } from './working.ts';

/** The task data that values come from. */
interface Source {
  file: string;
  tasks: LoggedTask[];
  growths: Growths;
  /** The kind of work to read; by default the first that the values indicate. */
  only: OperationType | undefined;
  /** Whether all logs were read to their end, so that totals of their tasks are evidence. */
  isWhole: boolean;
}

type Meaning = Pick<
  RawSet,
  'operationType' | 'values' | 'hasSteps' | 'beside' | 'stated' | 'workedSeconds' | 'notes' | 'problems'
>;

/** The meaning of the logged values of a set. */
export async function isoMeaning(
  { file, tasks, growths, only, isWhole }: Source,
  all: Logged,
  work: WorkDatabase,
): Promise<Meaning> {
  const loggedKinds = loggedOperations(all);
  const labels = ownNumbers(all).map(({ name }) => name);
  const operationType = only ?? loggedKinds[0] ?? operationOf(labels);
  if (!operationType) {
    throw new MachineFileError(machineProblem('unsupportedOperation', file, { type: 'datacollection' }));
  }
  const ofWork = loggedFor(operationType, all);
  const stated = statedTotals(tasks, growths, ofWork, operationType);
  const evidence = isWhole ? stated : statedTotals([], growths, ofWork, operationType);
  const { logged: agreeing, problems: ofStates } = await agreeingStates(file, ofWork, evidence, work);
  const working = workingSql(agreeing);
  const width = widthSql(agreeing);
  const { inShownScale, problems: ofScales } = await decideScales(file, agreeing, evidence, { working, width }, work);
  const logged = { ...agreeing, inShownScale };
  const named = ownNumbers(logged);
  const { values, own } = ratedValues(logged, new Set(loggedKinds));
  const counted = await countedValues(logged, operationType, { values, working, width }, work);
  const found: RawValue[] = [
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
  const taken = new Set(found.map(({ property }) => property));
  const byLabel = meaningsOf(
    named.map(({ name }) => name),
    operationType,
  ).filter(({ property }) => !taken.has(property));
  const labelled = byLabel.flatMap((meaning): RawValue[] => {
    const sql = named.find(({ name }) => name === meaning.column)?.sql;
    return sql && meaning.unit ? [namedValue(meaning, sql)] : [];
  });
  const operations = only ? [] : loggedKinds.filter((operation) => operation !== operationType);
  return {
    operationType,
    values: [...found, ...labelled, { property: 'speed', sql: speed, unit: 'm/s' } satisfies RawValue].map(always),
    hasSteps: true,
    ...(counted.beside !== undefined && { beside: counted.beside }),
    stated,
    ...(stated.some(({ property }) => property === 'time') && { workedSeconds: await workedSeconds(working, work) }),
    problems: [
      ...(operations.length > 0 ? [machineProblem('otherOperations', file, { operations, taken: operationType })] : []),
      ...ofStates,
      ...ofScales,
    ],
    notes: [
      ...(own.length > 0 ? [`${own.join(' and ')} was read in the scale of the device's own description`] : []),
      ...counted.notes,
      ...labelled.map(({ property }) => `${property} was found by the device's own name for it`),
    ],
  };
}

/** The seconds in which the machine worked, between records that continue one another. */
async function workedSeconds(working: string | undefined, work: WorkDatabase): Promise<number> {
  const [found] = await work.rows<{ seconds: number | null }>(
    `select sum(since) filter (${working ?? 'true'}) as seconds from raw`,
  );
  return Number(found?.seconds ?? 0);
}

const speed = 'moved / nullif(since, 0)';

/** Logged speeds, completed by speeds computed from positions, since not all records have one. */
function always(value: RawValue): RawValue {
  if (value.property !== 'speed' || !measures('speed', value.unit)) return value;
  return { ...value, sql: `coalesce(${value.sql}, ${speed} / ${factorOf(value.unit ?? '')})` };
}

/** Values under proprietary numbers, with the names and scales of the device. */
function ownNumbers({ columns, elements }: Logged): { name: string; sql: string }[] {
  return columns.flatMap(({ ddi, element, column, isAboveZero }) => {
    const described = elements.get(element)?.described.get(ddi);
    if (!isProprietary(ddi) || !isAboveZero || !described?.label || !described.shown) return [];
    const { offset, scale, unit } = described.shown;
    return [{ name: `${described.label} (${unit})`, sql: `((${column} + ${offset}) * ${scale})` }];
  });
}
