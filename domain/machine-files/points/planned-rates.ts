import { isWork, operationOf, writtenOut } from './column-meanings.ts';
import { headerText, plainName } from './columns/header-text.ts';

/** Names of columns that only plans have. */
const ofPlans =
  /^(rx|rxrate|rttgt|tgtrate|targetrate|ratetarget|ratetgt|appratetgt|prescription|prescribed|presc|setpoint)$/;
/** Names that a plan may have, and a list of fields as well, such as the rate of a rent. */
const mostlyOfPlans = /^(rate\d?|target)$/;
/** The same in other languages, where beside records it is the rate that was applied. */
const doses = /^(dose|dosis)\d?$/i;
/** Names of columns that only fields have. */
const ofFields = /^(field|feld|schlag|parcel|parcela|parcelle|talhao|lote|farm|client|grower|owner)(name|id)?$/;
/** Parts of the names of recorded values. */
const ofRecords = /time|date|utc|speed|heading|distance|elevation|moist/i;

/**
 * The columns with the planned rates of a prescription; empty for columns of anything else. A prescription has such rates, and nothing that a machine has recorded.
 *
 * @example plannedRates(['rate', 'zone', 'poly_area']) // ['rate']
 */
export function plannedRates(columns: readonly string[]): string[] {
  // Many plans also have the yields that they aim at.
  const isDose = (column: string) => doses.test(headerText(column).name);
  const others = columns.filter((column) => !/goal/i.test(column) && !isDose(column));
  const isRecorded = (column: string) => ofRecords.test(column) || ofRecords.test(plainName(column));
  if (operationOf(others) !== undefined || columns.some(isRecorded)) return [];
  const named = (names: RegExp) => columns.filter((column) => names.test(writtenOut(column)));
  const found = named(ofPlans);
  if (found.length > 0) return found;
  return columns.some((column) => ofFields.test(plainName(column)))
    ? []
    : [...named(mostlyOfPlans), ...columns.filter(isDose)];
}

/** Whether the columns of polygons describe work that was done or is planned, so that the reader of machine data has to say what they are. */
export function isOfMachines(columns: string[]): boolean {
  return isWork(columns) || plannedRates(columns).length > 0;
}
