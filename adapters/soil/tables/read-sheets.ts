import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import { familyOf, isLong } from '../../../domain/soil/tables/families.ts';
import { findTable } from '../../../domain/soil/tables/find-table.ts';
import { isOfPlants } from '../../../domain/soil/tables/kinds.ts';
import { columnOf, type Sheet, type Table } from '../../../domain/soil/tables/sheet.ts';
import { cellReadingOf, tableEvents, tablePlaces } from '../../../domain/soil/tables/table-events.ts';
import type { FileReading, SoilReadingContext } from '../soil-format.ts';

/**
 * Reads the sheets of one file: those with results become events, those with ids and positions alone become places.
 *
 * @param delimiter of fields, by which decimal commas are judged.
 * @throws SoilRefused if no sheet has either.
 */
export function readSheets(
  sheets: Sheet[],
  format: string,
  delimiter: string,
  { log }: SoilReadingContext,
): FileReading {
  const tables = sheets.flatMap((sheet) => findTable(sheet) ?? []);
  const cells = cellReadingOf(tables, delimiter, log);
  const withResults = tables.filter(hasResults);
  const places = tables
    .filter((table) => !hasResults(table) && hasPlaces(table))
    .map((table) => tablePlaces(table, cells, log));
  if (withResults.length === 0 && places.length === 0)
    throw new SoilRefused({ key: 'noAnalytes', message: noAnalytes });
  if (withResults.length > 0 && withResults.every(isOfPlants))
    throw new SoilRefused({ key: 'notSoil', message: ofPlants });
  const events = withResults.flatMap((table) => tableEvents(table, familyOf(table)?.key ?? format, cells, log));
  return { events, places };
}

const noAnalytes =
  'No row of the table has headings that name properties of soil, such as pH, OM, P or K. Put one row of headings above the samples.';
const ofPlants = 'The table has results of plant tissue, and not of soil. Upload the results of soil samples.';

function hasResults(table: Table): boolean {
  return isLong(table) || table.columns.some(({ result }) => result?.code !== undefined);
}

function hasPlaces(table: Table): boolean {
  const hasId = columnOf(table, 'sampleId', 'pointId', 'labNumber') !== undefined;
  if (table.sheet.places) return hasId && table.sheet.places.size > 0;
  return hasId && columnOf(table, 'longitude') !== undefined && columnOf(table, 'latitude') !== undefined;
}
