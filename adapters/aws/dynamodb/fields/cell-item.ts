import { type Cell, cellsAround, coverCells } from '../../../../domain/geometry/cells.ts';
import { type Bounds, boundsOf, type MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import type { Item } from '../table.ts';
import { userPartition } from './field-item.ts';

/** Maximum cells of one boundary. Old and new ones of several changes fit into a transaction; most fields need six. */
const maxCells = 8;

/** An entry of the spatial index: a field whose active boundary is in a cell. */
export interface CellEntry {
  svcUserId: string;
  fieldId: string;
  bounds: Bounds;
}

/**
 * Length of cells with more than 39 km of latitude. Few fields have one, so they are in one partition that one query
 * reads.
 */
const coarseUpTo = 5;
const coarsePrefix = 'coarse#';

/** Prefixes of the index keys of all fields that may be in one of these cells. */
export function prefixesAt(cells: Cell[]): string[] {
  const around = new Set(cells.flatMap(cellsAround).filter((cell) => cell.length > coarseUpTo));
  return [coarsePrefix, ...cells.map((cell) => `cell#${cell}`), ...[...around].map((cell) => `cell#${cell}#`)];
}

function cellName(cell: Cell, fieldId: string): string {
  return `${cell.length > coarseUpTo ? 'cell#' : coarsePrefix}${cell}#${fieldId}`;
}

/**
 * Key of a field's item for one cell of the spatial index.
 *
 * @example Delete: { TableName, Key: cellKey(ownerId, svcUserId, fieldId, cell) },
 */
export function cellKey(ownerId: string, svcUserId: string, fieldId: string, cell: Cell): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: cellName(cell, fieldId) };
}

/** The partition of the owner's index with the cells of all its users. */
export function ownerCells(ownerId: string): string {
  return `${ownerId}#cells`;
}

/**
 * The cells of a boundary.
 *
 * @example const cells = cellsOf(boundary.geometry);
 */
export function cellsOf({ coordinates }: MultiPolygon): Cell[] {
  return coverCells(coordinates, maxCells);
}

/** One item for each cell; the box of the whole shape avoids reading shapes that only share a cell. */
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
