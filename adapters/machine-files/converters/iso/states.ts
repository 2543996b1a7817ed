import { workState } from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import { nearest, type StatedTotal } from '../../checks/stated-total.ts';
import type { WorkDatabase } from '../../work-database.ts';
import { operationOf } from './kinds.ts';
import { type Logged, type LoggedColumn, lowest, withDdi } from './logged-column.ts';
import { isCondensed, isOnSql, widthSql, workingSql } from './working.ts';

/** States of one device of which some say that it works while the others say that it does not. */
interface Conflict {
  on: LoggedColumn[];
  off: LoggedColumn[];
}

/** The share of the ground that states may withhold before it is looked at: headlands and point rows are less. */
const usualShare = 0.1;
/** The share above which a file is told of, even if nothing decides. */
const oddShare = 0.5;

/**
 * Sets states aside that others refute. By ISO 11783-11 a condensed state (DDI 161 to 176) combines the states of the
 * sections below its element, and the state of an element (DDI 141) is that of the whole: work needs both. A state that
 * is never on in a whole file is one that the device does not keep, as long as another one is on and no counter agrees
 * with it.
 *
 * @returns the logged values without those states, and a problem for each conflict.
 */
export async function agreeingStates(
  file: string,
  logged: Logged,
  stated: StatedTotal[],
  work: WorkDatabase,
): Promise<{ logged: Logged; problems: MachineProblem[] }> {
  let agreeing = logged;
  const problems: MachineProblem[] = [];
  for (const conflict of await conflictsOf(logged, work)) {
    const found = await decide(conflict, agreeing, stated, work);
    if (!found) continue;
    agreeing = { ...agreeing, columns: agreeing.columns.filter((column) => !found.ignored.includes(column)) };
    problems.push(machineProblem('contradictingStates', file, found.details));
  }
  return { logged: agreeing, problems };
}

/** The states of each device at two levels: the whole and its sections. */
async function conflictsOf(logged: Logged, work: WorkDatabase): Promise<(Conflict & { isWhole: boolean })[]> {
  const states = logged.columns.filter(({ ddi }) => ddi === workState || isCondensed(ddi));
  if (states.length < 2) return [];
  const counts = states.map(({ column, ddi }) => `count(*) filter (${isOnSql(column, ddi)}) as ${column}`);
  const [counted] = await work.rows<Record<string, string>>(`select ${counts.join(', ')} from raw`);
  const isOn = ({ column }: LoggedColumn) => Number(counted?.[column] ?? 0) > 0;
  const deviceOf = ({ element }: LoggedColumn) => logged.elements.get(element)?.device;
  const devices = [...new Set(states.map(deviceOf))];
  const elsewhere = withDdi({ ...logged, columns: states }, workState);
  return devices.flatMap((device) => {
    const own = states.filter((state) => deviceOf(state) === device);
    const whole = withDdi({ ...logged, columns: own }, workState);
    const parts = partsOf(whole, logged);
    const upper = whole.filter((state) => !parts.includes(state));
    const condensed = own.filter(({ ddi }) => isCondensed(ddi));
    return [condensed, parts].flatMap((sections): (Conflict & { isWhole: boolean })[] => {
      // A device without a state of its own works with the others.
      const wholes = [upper, whole, elsewhere].find((found) => found.length > 0) ?? [];
      const others = sections === condensed ? wholes : upper;
      const neverOn = others.filter((state) => !isOn(state));
      if (sections.length === 0 || others.length === 0) return [];
      // The state of the whole is not kept, or that of the sections may not be.
      if (sections.some(isOn) && neverOn.length > 0) return [{ on: sections, off: neverOn, isWhole: true }];
      return others.some(isOn) ? [{ on: others, off: sections, isWhole: false }] : [];
    });
  });
}

/** The states of elements below others with a state. */
function partsOf(whole: LoggedColumn[], logged: Logged): LoggedColumn[] {
  const ids = new Set(whole.map(({ element }) => element));
  return lowest(whole, logged).filter(({ element }) => {
    return logged.elements.get(element)?.ancestors.some((ancestor) => ids.has(ancestor));
  });
}

interface Decision {
  ignored: LoggedColumn[];
  details: { on: string; off: string; points: number; hectares?: number; used: string; because: string };
}

async function decide(
  { on, off, isWhole }: Conflict & { isWhole: boolean },
  logged: Logged,
  stated: StatedTotal[],
  work: WorkDatabase,
): Promise<Decision | undefined> {
  const without = { ...logged, columns: logged.columns.filter((column) => !off.includes(column)) };
  const [all, some] = [workingSql(without) ?? 'true', workingSql(logged) ?? 'true'];
  const [wide, narrow] = [widthSql(without), widthSql(logged)];
  const [sums] = await work.rows<Record<string, number | string | null>>(
    `select count(*) filter (${all}) as records, count(*) filter (${all} and not coalesce(${some}, false)) as points,
      sum(moved * ${wide ?? 1}) filter (${all}) as "all", sum(moved * ${narrow ?? 1}) filter (${some}) as "some"
    from raw where lon is not null`,
  );
  const [ground, agreed] = [Number(sums?.all ?? 0), Number(sums?.some ?? 0)];
  const points = Number(sums?.points ?? 0);
  const lost = ground - agreed;
  if (points === 0 || lost <= ground * usualShare) return undefined;
  const details = {
    on: nameOf(on),
    off: nameOf(off),
    points,
    ...(wide && { hectares: lost / squareMetresPerHectare }),
  };
  const ignore = (because: string) => ({ ignored: off, details: { ...details, used: nameOf(on), because } });
  const counter = wide ? stated.find(({ property }) => property === 'area') : undefined;
  if (counter) {
    const [toAll, toSome] = [nearest(counter.values, ground), nearest(counter.values, agreed)];
    const said = (value: number) => `${counter.by} ${(value / squareMetresPerHectare).toFixed(2)} ha`;
    if (toAll.times < same && toSome.times > clearlyApart) return ignore(said(toAll.value));
    if (toSome.times < toAll.times) return undefined;
  }
  const neverOn = agreed === 0;
  if (neverOn && !isWhole) return ignore(`${nameOf(off)} is not on in any record`);
  if (neverOn && logged.columns.some(isAmount)) return ignore('amounts were logged meanwhile');
  if (lost <= ground * oddShare || neverOn) return undefined;
  return {
    ignored: [],
    details: { ...details, used: nameOf(off), because: 'nothing else in the file decides between them' },
  };
}

const squareMetresPerHectare = 10_000;
/** Areas that differ by less are the same work, but for the ends of rows. */
const same = 1.1;
/** Areas that differ by more are not the same work. */
const clearlyApart = 1.25;

function isAmount(column: LoggedColumn): boolean {
  return column.isAboveZero && operationOf(column) !== undefined;
}

/** Such as `008D of DET-1`. */
function nameOf(states: LoggedColumn[]): string {
  const names = states.map(({ ddi, element }) => `${ddi.toString(16).toUpperCase().padStart(4, '0')} of ${element}`);
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}
