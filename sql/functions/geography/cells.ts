import { Fault, fail } from '../../fault.ts';
import type { CellGrid } from '../../geography/cell-grid.ts';
import { cellsOf } from '../../geography/cells.ts';
import type { Position } from '../../geography/shape.ts';
import { limits } from '../../limits.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { isNull, literal, nullOf } from '../build.ts';
import { type Expand, type ExpandContext, type FunctionRow, signature } from '../row.ts';
import { geographyRow as scalar } from './define-row.ts';

/** Decimals of outlines, which are constants of a query: a ten-thousandth of a metre; more would only lengthen it. */
const decimals = 9;

const refuse = (at: number, message: string): never =>
  fail('unsupported_function', at, message, {
    hint: 'Join with the cells of a constant geography: UNNEST(ST_H3TOGEOM(ST_H3CELLIDS(ST_GEOGFROMTEXT(…), 9, TRUE))) AS cell ON ST_INTERSECTS(geometry, cell). Or group by ST_SNAPTOGRID.',
  });

function gridOf({ cells, at, name }: ExpandContext): CellGrid {
  return cells ?? fail('unsupported_function', at, `${name} is not available here.`);
}

const cellIds: Expand = ([shape, resolution, full], context) => {
  const { at, type, name } = context;
  if (!shape || !resolution || !full) throw new Error('arguments are missing');
  if ([shape, resolution, full].some(isNull)) return nullOf(at, type);
  if (shape.kind !== 'shape' || resolution.kind !== 'literal' || full.kind !== 'literal')
    return refuse(at, `${name} takes constants alone: Athena has no cells of H3 for the values of columns.`);
  const wanted = Number(resolution.value);
  if (!(wanted >= 0 && wanted <= 15)) fail('invalid_query', resolution.at, 'H3 has resolutions from 0 to 15.');
  try {
    const options = { grid: gridOf(context), resolution: wanted, isFull: full.value === true };
    const cells = cellsOf(shape.shape, options);
    return { kind: 'array', at, type, elements: cells.map((cell) => literal(at, BigInt(`0x${cell}`))) };
  } catch (error) {
    throw error instanceof Fault ? new Fault(error.code, at, error.message, error.advice) : error;
  }
};

const cellShapes: Expand = ([cells], context) => {
  const { at, type, name } = context;
  if (!cells) throw new Error('an argument is missing');
  if (isNull(cells)) return nullOf(at, type);
  if (cells.kind !== 'array')
    return refuse(at, `${name} takes constants alone: Athena has no cells of H3 for the values of columns.`);
  if (cells.elements.length > limits.cellShapes) {
    fail('query_too_complex', at, `${name} takes ${limits.cellShapes} cells, and these are ${cells.elements.length}.`, {
      hint: 'Take a lower resolution, or a smaller geography.',
    });
  }
  const grid = gridOf(context);
  return { kind: 'array', at, type, elements: cells.elements.map((cell) => outline(cell, context, grid)) };
};

function outline(cell: Expr, { name }: ExpandContext, grid: CellGrid): Expr {
  const type = typeOf('GEOGRAPHY');
  if (isNull(cell)) return nullOf(cell.at, type);
  if (cell.kind !== 'literal') return refuse(cell.at, `${name} takes constants alone.`);
  const border = grid.border(BigInt(String(cell.value)).toString(16));
  if (!border) return fail('invalid_query', cell.at, `${cell.value} is not a cell of H3.`);
  return { kind: 'shape', at: cell.at, type, shape: { type: 'Polygon', coordinates: [border.map(rounded)] } };
}

const rounded = ([longitude, latitude]: Position): Position => [
  Number(longitude.toFixed(decimals)),
  Number(latitude.toFixed(decimals)),
];

export const cellRows: FunctionRow[] = [
  scalar(
    'ST_H3CELLIDS',
    `The cells of H3 of a constant geography, at a resolution from 0 to 15, at most ${limits.cells}: the cell of a point, the cells through which a line passes, and of a polygon all that it touches (TRUE) or those whose middle it covers (FALSE).`,
    'ST_H3CELLIDS(ST_GEOGPOINT(-89.75, 40.5), 9, TRUE)',
    ['617668410830749695'],
    signature('GEOGRAPHY, INT64, BOOL -> ARRAY<INT64>', cellIds),
  ),
  scalar(
    'ST_H3TOGEOM',
    `The outlines of constant cells of H3, in their order, at most ${limits.cellShapes}.`,
    'ROUND(ST_AREA(ST_H3TOGEOM(ST_H3CELLIDS(ST_GEOGPOINT(-89.75, 40.5), 9, TRUE))[OFFSET(0)]))',
    102602,
    signature('ARRAY<INT64> -> ARRAY<GEOGRAPHY>', cellShapes),
  ),
];
