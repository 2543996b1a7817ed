import type { RawDepth, RawSample } from '../raw-reading.ts';
import { numberOf, readValue } from '../values.ts';
import type { SampleRole } from './column-roles.ts';
import { depthOf, layer } from './depths.ts';
import { isLong } from './families.ts';
import { textIn } from './row-facts.ts';
import type { CellReading, RowContext } from './row-results.ts';
import { columnOf, type SheetColumn, type SheetRow, type Table } from './sheet.ts';

/** A sample, and whether its row names it. */
export interface RowSample extends RawSample {
  isIdRead: boolean;
}

const idRoles: SampleRole[] = ['sampleId', 'pointId', 'labNumber', 'otherId'];

/** The sample of a row; undefined if it is none. @param above the sample of the row above. */
export function sampleOf(
  table: Table,
  row: SheetRow,
  number: number,
  above: RowSample | undefined,
  columns: SheetColumn[],
  context: RowContext,
): RowSample | undefined {
  const ids = idRoles.flatMap((role) => textIn(table, row, role) ?? []);
  const depth = rowDepth(table, row, context);
  const geometry = placeOf(table, row, context.cells);
  const known = { geometry, ...(depth && { depth }), results: [] };
  const [id, ...otherIds] = ids;
  if (id !== undefined) return { id, ...(otherIds.length > 0 && { otherIds }), ...known, isIdRead: true };
  const { file } = table.sheet;
  if (above?.isIdRead && idRoles.some((role) => columnOf(table, role))) {
    const isNext = isLong(table) || (depth && above.depth && depth.top >= above.depth.bottom);
    if (isNext) {
      context.log.add('idFromAbove', file, above.id);
      const { otherIds: others } = above;
      return {
        ...known,
        id: above.id,
        ...(others && { otherIds: others }),
        geometry: geometry ?? above.geometry,
        isIdRead: true,
      };
    }
    if (!isOfValues(row, columns, table)) return undefined;
  }
  context.log.add('noSampleId', file);
  return { id: `row ${number + 1}`, ...known, isIdRead: false };
}

/** Whether a row without an id has what its columns have: numbers of analytes that are known, and depths. */
function isOfValues({ cells }: SheetRow, columns: SheetColumn[], table: Table): boolean {
  const isValue = columns.every(({ index, result }) => {
    const text = cells[index] ?? '';
    return !result?.code || readValue(text).kind !== 'text' || readValue(text, ',').kind !== 'text';
  });
  const depths: SampleRole[] = ['depth', 'depthTop', 'depthBottom'];
  const isDepth = depths.every((role) => {
    const column = columnOf(table, role);
    const text = column && cells[column.index]?.trim();
    return !text || depthOf(text, undefined) !== undefined;
  });
  return isValue && isDepth;
}

function rowDepth(table: Table, row: SheetRow, { account }: RowContext): RawDepth | undefined {
  const whole = columnOf(table, 'depth');
  const bottom = columnOf(table, 'depthBottom');
  const top = columnOf(table, 'depthTop');
  const unit = textIn(table, row, 'depthUnit') ?? bottom?.unit ?? whole?.unit ?? top?.unit;
  const [from, end] = [textIn(table, row, 'depthTop'), textIn(table, row, 'depthBottom')];
  const read = end === undefined ? undefined : layer(from ?? '', end, unit);
  if (read) return read;
  const text = textIn(table, row, 'depth');
  const range = text === undefined ? undefined : depthOf(text, unit);
  if (!range) {
    for (const column of [whole, bottom, top]) {
      const open = column && row.cells[column.index]?.trim();
      if (open) account.leave(row.index, column.index, 'unreadableDepth', open);
    }
  }
  return range;
}

function placeOf(table: Table, row: SheetRow, { decimal }: CellReading): RawSample['geometry'] {
  const place = table.sheet.places?.get(row.cells);
  if (place) return place;
  const [x, y] = [textIn(table, row, 'longitude'), textIn(table, row, 'latitude')].map((text) =>
    numberOf(text ?? '', decimal),
  );
  return x === undefined || y === undefined ? null : { type: 'Point', coordinates: [x, y] };
}
