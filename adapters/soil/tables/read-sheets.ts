import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import { cellAccount } from '../../../domain/soil/tables/cell-account.ts';
import { familyOf, isLong } from '../../../domain/soil/tables/families.ts';
import { findTables } from '../../../domain/soil/tables/find-tables.ts';
import { otherThanSoil } from '../../../domain/soil/tables/kinds.ts';
import { columnOf, type Sheet, type Table } from '../../../domain/soil/tables/sheet.ts';
import { cellReadingOf, tableEvents, tablePlaces } from '../../../domain/soil/tables/table-events.ts';
import type { FileReading, SoilReadingContext } from '../soil-format.ts';

/**
 * Reads the sheets of one file: tables with results become events, those with ids and positions alone become places.
 *
 * @param delimiter of fields, by which decimal commas are judged.
 * @throws SoilRefused if no sheet has either.
 */
export function readSheets(
  sheets: Sheet[],
  format: string,
  delimiter: string,
  { log, parameters, usedColumns }: SoilReadingContext,
): FileReading {
  const found = sheets.map((sheet) => ({
    tables: findTables(sheet, parameters.columns),
    account: cellAccount(sheet, log),
  }));
  const tables = found.flatMap((one) => one.tables);
  for (const { columns } of tables) for (const { given } of columns) if (given) usedColumns.add(given.key);
  const withResults = tables.filter(hasResults);
  if (withResults.length === 0 && !tables.some(hasPlaces))
    throw new SoilRefused({ key: 'noAnalytes', message: noAnalytes });
  const others = withResults.map(otherThanSoil);
  const [other] = others;
  if (other !== undefined && others.every((one) => one !== undefined))
    throw new SoilRefused({ key: 'notSoil', message: `The table has ${other}, and no results of soil. ${upload}` });
  const cells = cellReadingOf(tables, delimiter, log);
  const read = found.map(({ tables: own, account }) => {
    const events = own
      .filter(hasResults)
      .flatMap((table) => tableEvents(table, familyOf(table)?.key ?? format, cells, account, log));
    const places = own
      .filter((table) => !hasResults(table) && hasPlaces(table))
      .map((table) => tablePlaces(table, cells, account, log));
    return { events, places, account: account.close() };
  });
  return {
    events: read.flatMap(({ events }) => events),
    places: read.flatMap(({ places }) => places),
    account: {
      cells: read.reduce((sum, { account }) => sum + account.cells, 0),
      metadata: read.reduce((sum, { account }) => sum + account.metadata, 0),
    },
  };
}

const noAnalytes =
  'No row of the table has headings that name properties of soil, such as pH, OM, P or K. Put one row of headings above the samples.';
const upload = 'Upload the results of soil samples.';

function hasResults(table: Table): boolean {
  return isLong(table) || table.columns.some(({ result }) => result?.code !== undefined);
}

function hasPlaces(table: Table): boolean {
  const hasId = columnOf(table, 'sampleId', 'pointId', 'labNumber') !== undefined;
  if (table.sheet.places) return hasId && table.sheet.places.size > 0;
  return hasId && columnOf(table, 'longitude') !== undefined && columnOf(table, 'latitude') !== undefined;
}
