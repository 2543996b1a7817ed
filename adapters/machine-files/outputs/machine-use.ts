import type { MachineUse } from '../../../domain/machine-files/machine-file-engine.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { RawSet } from '../raw-set.ts';
import { maxStepSeconds } from '../standardise/derived-values.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

interface Sums {
  distance: number | null;
  fuelUsed: number | null;
  /** The greatest number of sections with fuel at one time. */
  sectionsWithFuel: string | null;
  fuelByRate: number | null;
}

const secondsPerHour = 3_600;

/**
 * The way that the machine went and the fuel that it used, over all points with a time, also those that cleanup removed: the machine
 * was there. Points that are left out do not count, since their values cannot be or are there once more. Sections that record at the same time go the same way, so that their distance is averaged. A rate of fuel counts until the
 * record before, unless that is longer ago than records follow one another.
 *
 * @returns metres and litres, each only where the points say so; nothing for files that are made of others.
 */
export async function machineUse(
  { hasSources }: Pick<RawSet, 'hasSources'>,
  units: PointUnits,
  work: WorkDatabase,
): Promise<MachineUse> {
  if (hasSources) return {};
  const [sums] = await work.rows<Sums>(sumsSql);
  const { distance, fuelUsed, sectionsWithFuel, fuelByRate } = sums ?? {};
  const metres = inBase(distance, units.distance);
  // Fuel that several sections have may be a share of each, or the whole of the machine.
  const isOfMachine = Number(sectionsWithFuel ?? 0) <= 1;
  const litres = (isOfMachine && inBase(fuelUsed, units.fuelUsed)) || inBase(fuelByRate, units.fuelRate?.split('/')[0]);
  return { ...(metres && { distanceMetres: metres }), ...(litres && { fuelLitres: litres }) };
}

const sumsSql = `
  with sections as (
    select "timestamp" as moment, sectionId, sum(distance) as distance, sum(fuelUsed) as fuelUsed, avg(fuelRate) as fuelRate
    from presented where "timestamp" is not null and leftOut is null group by all),
  moments as (
    select moment, avg(distance) as distance, avg(fuelUsed) as fuelUsed, count(fuelUsed) as sectionsWithFuel, avg(fuelRate) as fuelRate,
      epoch(moment - lag(moment) over (order by moment)) as since
    from sections group by moment)
  select sum(distance) as distance, sum(fuelUsed) as fuelUsed, max(sectionsWithFuel)::varchar as "sectionsWithFuel",
    sum(fuelRate * since / ${secondsPerHour}) filter (since <= ${maxStepSeconds}) as "fuelByRate"
  from moments`;

/** Undefined for no amount: a machine that never moved has no way, and zeros stand where a counter was not connected. */
function inBase(amount: number | null | undefined, unit: string | undefined): number | undefined {
  return amount && amount > 0 && unit ? amount * factorOf(unit) : undefined;
}
