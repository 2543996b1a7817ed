import { type Cell, cellsAround, coverCells } from '../../../../domain/geometry/cells.ts';
import { type Bounds, boundsOf, type MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import type { Item } from '../table.ts';
import { userPartition } from './field-item.ts';

/** Cells of one boundary. Old and new ones of a change fit a transaction many times over, and a field usually takes six. */
const maxCells = 8;

/** What leads from a cell to a field whose active boundary lies in it. */
export interface CellEntry {
  svcUserId: string;
  fieldId: string;
  bounds: Bounds;
}

/** Cells of more than 39 km of latitude. Hardly any field has one, so they stand together, and one query reads them all. */
const coarseUpTo = 5;
const coarsePrefix = 'coarse#';

/** The beginnings of the keys under which everything stands that may lie in one of these cells. */
export function prefixesAt(cells: Cell[]): string[] {
  const around = new Set(cells.flatMap(cellsAround).filter((cell) => cell.length > coarseUpTo));
  return [coarsePrefix, ...cells.map((cell) => `cell#${cell}`), ...[...around].map((cell) => `cell#${cell}#`)];
}

function cellName(cell: Cell, fieldId: string): string {
  return `${cell.length > coarseUpTo ? 'cell#' : coarsePrefix}${cell}#${fieldId}`;
}

export function cellKey(ownerId: string, svcUserId: string, fieldId: string, cell: Cell): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: cellName(cell, fieldId) };
}

/** The partition of the owner's index that has the cells of all its users. */
export function ownerCells(ownerId: string): string {
  return `${ownerId}#cells`;
}

/** The cells of a boundary. */
export function cellsOf({ coordinates }: MultiPolygon): Cell[] {
  return coverCells(coordinates, maxCells);
}

/** One item for each cell; the box of the whole shape saves reading shapes that only share a cell. */
export function cellItems(
  ownerId: string,
  { svcUserId, id: fieldId }: { svcUserId: string; id: string },
  geometry: MultiPolygon,
  cells: Cell[],
): Item[] {
  const bounds = boundsOf(geometry.coordinates);
  return cells.map((cell) => ({
    ...cellKey(ownerId, svcUserId, fieldId, cell),
    ownerKey: ownerCells(ownerId),
    listKey: `${cellName(cell, fieldId)}#${svcUserId}`,
    entry: { svcUserId, fieldId, bounds },
  }));
}

export function cellFromItem(item: Item): CellEntry | undefined {
  return item.entry as CellEntry | undefined;
}
