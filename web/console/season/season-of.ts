/** A field operation as far as seasons depend on it. */
export interface DatedOperation {
  type: 'applied' | 'planted' | 'harvested' | 'tillage';
  /** In ISO 8601. */
  startTime: string;
}

const millisecondsPerYear = 366 * 86_400_000;

/**
 * The year of the season that an operation belongs to: that of the next harvest within a year, since work leads to a harvest. Work after the last
 * harvest of a calendar year prepares the next one; a field without harvests has calendar years.
 *
 * @param operations of the field.
 * @example seasonOf({ type: 'applied', startTime: '2023-11-02T10:00:00Z' }, operations) // 2024, if the field was harvested before or in the year after
 */
export function seasonOf({ type, startTime }: DatedOperation, operations: readonly DatedOperation[]): number {
  const start = Date.parse(startTime);
  const year = new Date(start).getUTCFullYear();
  if (type === 'harvested') return year;
  const harvests = operations
    .filter((one) => one.type === 'harvested')
    .map((one) => Date.parse(one.startTime))
    .toSorted((one, other) => one - other);
  const next = harvests.find((harvest) => harvest >= start && harvest - start <= millisecondsPerYear);
  if (next !== undefined) return new Date(next).getUTCFullYear();
  const isAfterHarvest = harvests.some((harvest) => harvest < start && new Date(harvest).getUTCFullYear() === year);
  return isAfterHarvest ? year + 1 : year;
}
