import { aggregateRows } from './aggregates.ts';
import { arrayRows } from './arrays.ts';
import { conditionRows } from './conditions.ts';
import { datePartRows } from './dates/part-rows.ts';
import { dateRows } from './dates/rows.ts';
import { dateTextRows } from './dates/text-rows.ts';
import { accessorRows } from './geography/accessors.ts';
import { geographyAggregateRows } from './geography/aggregates.ts';
import { cellRows } from './geography/cells.ts';
import { makingRows } from './geography/making.ts';
import { measureRows } from './geography/measures.ts';
import { relationRows } from './geography/relations.ts';
import { jsonRows } from './json.ts';
import { numberRows } from './numbers.ts';
import type { FunctionRow } from './row.ts';
import { synonymRows } from './synonyms.ts';
import { encodingRows } from './text/encodings.ts';
import { regularExpressionRows } from './text/regular-expressions.ts';
import { stringRows } from './text/strings.ts';
import { textSearchRows } from './text/text-search.ts';
import { windowRows } from './windows.ts';

/** Every function of the dialect. No other function can reach an engine. */
export const functionTable: readonly FunctionRow[] = [
  ...aggregateRows,
  ...windowRows,
  ...conditionRows,
  ...numberRows,
  ...stringRows,
  ...textSearchRows,
  ...encodingRows,
  ...regularExpressionRows,
  ...jsonRows,
  ...arrayRows,
  ...dateRows,
  ...datePartRows,
  ...dateTextRows,
  ...makingRows,
  ...relationRows,
  ...measureRows,
  ...accessorRows,
  ...cellRows,
  ...geographyAggregateRows,
  ...synonymRows,
];

const byName: ReadonlyMap<string, FunctionRow> = new Map(functionTable.map((row) => [row.name, row]));

/** @param name in capitals. */
export const functionNamed = (name: string): FunctionRow | undefined => byName.get(name);

export const functionNames: readonly string[] = functionTable.map(({ name }) => name);
