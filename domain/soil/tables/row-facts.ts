import type { RawEvent } from '../raw-reading.ts';
import type { SoilLab } from '../soil-reading.ts';
import { numberOf } from '../values.ts';
import type { SampleRole } from './column-roles.ts';
import { dayOf } from './dates.ts';
import type { RowContext } from './row-results.ts';
import { columnOf, type SheetRow, type Table } from './sheet.ts';

type Facts = Pick<RawEvent, 'date' | 'grower' | 'farm' | 'field' | 'lab'>;

/** What a row says of its event. */
export function factsOf(table: Table, row: SheetRow, context: RowContext): Facts {
  const { account, cells } = context;
  const day = (...roles: SampleRole[]) => {
    const found = cellIn(table, row, ...roles);
    const read = found && dayOf(found.text, cells.order);
    if (found && read === undefined) {
      if (found.column === undefined) context.log.add('unreadableDate', table.sheet.file, found.text);
      else account.leave(row.index, found.column, 'unreadableDate', found.text);
    }
    return read;
  };
  const field = textIn(table, row, 'field', 'fieldId');
  const [date, grower, farm] = [day('date', 'otherDate'), textIn(table, row, 'grower'), textIn(table, row, 'farm')];
  leaveOtherDate(table, row, date, context);
  const lab = labOf(table, row, day);
  return {
    ...(date !== undefined && { date }),
    ...(grower !== undefined && { grower }),
    ...(farm !== undefined && { farm }),
    ...(field !== undefined && { field }),
    ...(lab && { lab }),
  };
}

/** A day under a heading that says less of it is not that of sampling, if another one is there. */
function leaveOtherDate(table: Table, row: SheetRow, date: string | undefined, { account, cells }: RowContext): void {
  const column = columnOf(table, 'otherDate');
  const text = column && row.cells[column.index]?.trim();
  if (text && date !== undefined && dayOf(text, cells.order) !== date)
    account.leave(row.index, column.index, 'otherDate', column.heading);
}

function labOf(table: Table, row: SheetRow, day: (role: SampleRole) => string | undefined): SoilLab | undefined {
  const named = textIn(table, row, 'lab');
  const name = named !== undefined && numberOf(named) === undefined ? named : undefined;
  const reportNumber = textIn(table, row, 'reportNumber');
  const [receivedDate, processedDate] = [day('receivedDate'), day('processedDate')];
  const lab = {
    ...(name !== undefined && { name }),
    ...(reportNumber !== undefined && { reportNumber }),
    ...(receivedDate !== undefined && { receivedDate }),
    ...(processedDate !== undefined && { processedDate }),
  };
  return Object.keys(lab).length > 0 ? lab : undefined;
}

/** The text of a row in the first of the columns that has one, or of the report above the table. */
export function cellIn(
  table: Table,
  row: SheetRow,
  ...roles: SampleRole[]
): { text: string; column?: number } | undefined {
  for (const role of roles) {
    const column = columnOf(table, role);
    const text = column && row.cells[column.index]?.trim();
    if (text) return { text, column: column.index };
  }
  for (const role of roles) {
    const fact = table.facts.get(role);
    if (fact) return { text: fact.text };
  }
  return undefined;
}

export const textIn = (table: Table, row: SheetRow, ...roles: SampleRole[]) => cellIn(table, row, ...roles)?.text;
