import {
  isoEntries,
  isoFlows,
  seedEntries,
  seedFlows,
} from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import { isPlausible } from '../../../../domain/machine-files/points/plausible-values.ts';
import type { PointPropertyName } from '../../../../domain/machine-files/points/point-properties.ts';
import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import { nearest, type StatedTotal, timesApart } from '../../checks/stated-total.ts';
import type { WorkDatabase } from '../../work-database.ts';
import { type Logged, type LoggedColumn, shownScale } from './logged-column.ts';

/** A value that its device displays in another scale than the dictionary's, with the average of both readings. */
interface Doubtful {
  column: LoggedColumn;
  property: PointPropertyName;
  unit: string;
  standard: number;
  shown: number;
}

/**
 * Decides the scale of values that a device displays in another one than that of the data dictionary, which is the
 * scale of logs by ISO 11783-10. Some devices log what they display all the same: that scale is used if totals, targets
 * or the limits of what is possible agree with it alone.
 *
 * @param working the SQL condition for records of work, and `width` their worked width in metres.
 */
export async function decideScales(
  file: string,
  logged: Logged,
  stated: StatedTotal[],
  { working = 'true', width }: { working: string | undefined; width: string | undefined },
  work: WorkDatabase,
): Promise<{ inShownScale: Set<string>; problems: MachineProblem[] }> {
  const inShownScale = new Set<string>();
  const problems: MachineProblem[] = [];
  const all = await doubtfulValues(logged, working, work);
  const ground = all.length > 0 && width ? await groundOf(working, width, work) : 0;
  for (const doubtful of all) {
    const { column, property, standard, shown, unit } = doubtful;
    const references = [statedRate(doubtful, stated, ground), await target(doubtful, logged, working, work)].filter(
      (reference) => reference !== undefined,
    );
    const [reference] = references.filter(
      (rate) => Math.min(timesApart(standard, rate), timesApart(shown, rate)) < near,
    );
    if (reference !== undefined) {
      if (timesApart(shown, reference) < timesApart(standard, reference)) inShownScale.add(column.column);
      continue;
    }
    const [byStandard, byShown] = [isPlausible(property, standard, unit), isPlausible(property, shown, unit)];
    if (byStandard === false && byShown) inShownScale.add(column.column);
    if (byStandard && byShown && !problems.some(({ message }) => message.includes(` ${property} `))) {
      problems.push(machineProblem('undecidedScale', file, { property, used: standard, shown, unit }));
    }
  }
  return { inShownScale, problems };
}

/** A reading supports a scale if it is within this factor of the average. */
const near = 3;

async function doubtfulValues(logged: Logged, working: string, work: WorkDatabase): Promise<Doubtful[]> {
  const known = logged.columns.flatMap((column) => {
    const entry = (column.isSeed ? seedEntries : isoEntries)[column.ddi];
    const flow = (column.isSeed ? seedFlows : isoFlows)[column.ddi];
    const { property, scale, unit } = entry ?? flow ?? {};
    if (!property || scale === undefined || !unit || !column.isAboveZero) return [];
    const shown = shownScale(column, unit, scale, logged);
    return shown ? [{ column, property, unit: entry ? unit : `${unit}/s`, scale, shown }] : [];
  });
  if (known.length === 0) return [];
  const averages = known.map(({ column: { column } }) => {
    return `coalesce(avg(${column}) filter (${column} > 0 and ${working}), avg(${column}) filter (${column} > 0)) as ${column}`;
  });
  const [found] = await work.rows<Record<string, number | string | null>>(`select ${averages.join(', ')} from raw`);
  return known.map(({ column, property, unit, scale, shown }) => {
    const average = Number(found?.[column.column]);
    return { column, property, unit, standard: average * scale, shown: (average + shown.offset) * shown.factor };
  });
}

/** The worked square metres. */
async function groundOf(working: string, width: string, work: WorkDatabase): Promise<number> {
  const [found] = await work.rows<{ ground: number | null }>(
    `select sum(moved * ${width}) filter (${working}) as ground from raw where lon is not null`,
  );
  return Number(found?.ground ?? 0);
}

/** The average rate by stated amounts. */
function statedRate({ property, unit, standard }: Doubtful, stated: StatedTotal[], ground: number) {
  const [of, per] = unit.split('/');
  const amount = stated.find((total) => amountOf[property] === total.property && total.unit === of);
  const area = stated.find((total) => total.property === 'area');
  const squareMetres = area ? nearest(area.values, ground).value : ground;
  if (!amount || per !== 'ha' || !(squareMetres > 0)) return undefined;
  return nearest(
    amount.values.map((value) => (value / squareMetres) * 10_000),
    standard,
  ).value;
}

const amountOf: Partial<Record<PointPropertyName, PointPropertyName>> = {
  appliedRate: 'appliedRate',
  seedRate: 'seedRate',
  wetMassPerArea: 'wetMass',
  dryMassPerArea: 'dryMass',
  wetVolumePerArea: 'wetVolume',
};

/** The average target of a rate, if its own scale is not in doubt. */
async function target(
  { property, unit }: Doubtful,
  logged: Logged,
  working: string,
  work: WorkDatabase,
): Promise<number | undefined> {
  for (const column of logged.columns) {
    const entry = (column.isSeed ? seedEntries : isoEntries)[column.ddi];
    if (entry?.property !== `${property}Target` || entry.unit !== unit || !column.isAboveZero) continue;
    if (shownScale(column, entry.unit, entry.scale, logged)) continue;
    const [found] = await work.rows<{ average: number | null }>(
      `select avg(${column.column}) filter (${column.column} > 0 and ${working}) as average from raw`,
    );
    if (found?.average) return Number(found.average) * entry.scale;
  }
  return undefined;
}
