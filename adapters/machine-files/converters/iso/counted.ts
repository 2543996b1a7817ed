import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import {
  type IsoAmount,
  isoFlows,
  isoTotals,
  seedFlows,
  seedTotals,
} from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import type { RawSet, RawValue } from '../../raw-set.ts';
import type { WorkDatabase } from '../../work-database.ts';
import { amountOf, type Counter, spreadCounters } from './amounts.ts';
import { type Logged, type LoggedColumn, scaledSql, topmost, withDdi } from './logged-column.ts';

interface Known {
  /** Logged values, which take precedence over derived ones. */
  values: RawValue[];
  working: string | undefined;
  width: string | undefined;
}

const squareMetresPerHectare = 10_000;
/** Properties that are amounts per ground. */
const rates = new Set(['appliedRate', 'seedRate']);
/** Properties of which any one determines the others. */
const yields = new Set([
  'wetMass',
  'wetMassPerArea',
  'wetVolume',
  'wetVolumePerArea',
  'dryMass',
  'dryMassPerArea',
  'cropFlow',
]);

/**
 * Values from flows and counters for properties that were not logged directly: flows first, then counters of the task,
 * then those of the machine.
 */
export async function countedValues(
  logged: Logged,
  operation: OperationType,
  { values, working, width }: Known,
  work: WorkDatabase,
): Promise<Pick<RawSet, 'values' | 'notes' | 'beside'>> {
  const isWork = `lon is not null and ${working ? `(${working})` : 'true'}`;
  const ground = width ? `moved * (${width})` : 'moved';
  const share = `case when ${isWork} then ${ground} end`;
  const logs = new Set(values.map(({ property }) => property as string));
  const has = (property: string) =>
    logs.has(property) || (yields.has(property) && [...yields].some((name) => logs.has(name)));
  const counters: Counter[] = [];
  const amounts = new Map<string, { sql: string; amount: IsoAmount }>();
  const take = (
    table: Record<number, IsoAmount>,
    isSeed: boolean,
    use: (amount: IsoAmount, columns: LoggedColumn[]) => string,
  ) => {
    for (const [ddi, amount] of Object.entries(table)) {
      const { property, operation: ofAmount } = amount;
      const known = withDdi(logged, Number(ddi)).filter((column) => column.isSeed === isSeed);
      const columns = topmost(known, logged).filter((column) => column.isAboveZero);
      const isOther = ofAmount !== undefined && ofAmount !== operation;
      if (columns.length === 0 || isOther || has(property) || (property === 'area' && width)) continue;
      logs.add(property);
      amounts.set(property, { sql: use(amount, columns), amount });
    }
  };
  const flow = ({ unit, scale }: IsoAmount, columns: LoggedColumn[]) => {
    const flows = columns.map((column) => `coalesce(${scaledSql(column, unit, scale, logged).sql}, 0)`);
    return `(${flows.join(' + ')}) * since`;
  };
  take(isoFlows, false, flow);
  take(seedFlows, true, flow);
  const total = ({ property, scale }: IsoAmount, columns: LoggedColumn[]) => {
    counters.push({
      property,
      columns: columns.map(({ column }) => ({ column, scale })),
      share: property === 'fuelUsed' ? 'since' : share,
    });
    return amountOf(property);
  };
  take(isoTotals, false, total);
  take(seedTotals, true, total);
  const area = amounts.get('area')?.sql ?? (width ? ground : undefined);
  const derived = [...amounts].flatMap(([, { sql, amount }]): RawValue[] => {
    const { property, unit } = amount;
    if (!rates.has(property)) return [{ property, sql, unit }];
    if (!area) return [];
    return [{ property, sql: `(${sql}) / nullif(${area}, 0) * ${squareMetresPerHectare}`, unit: `${unit}/ha` }];
  });
  if (counters.length === 0) return { values: derived, notes: [] };
  const beside = await spreadCounters(counters, work);
  return { values: derived, notes: [noteOf(counters.map(({ property }) => property))], beside };
}

function noteOf(properties: string[]): string {
  return `${properties.join(' and ')} ${properties.length > 1 ? 'follow' : 'follows'} from the growth of the machine's counters`;
}
