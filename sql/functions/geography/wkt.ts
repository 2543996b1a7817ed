import type { EngineText } from '../../plan/expressions.ts';
import { runtimeName } from './define.ts';

/**
 * Trino writes `MULTIPOINT ((0 0), (1 1))` where BigQuery writes `MULTIPOINT(0 0, 1 1)`, and names the kind of an empty
 * geometry. A single position in parentheses after a parenthesis or comma is one of several points, since lines have at
 * least two.
 */
const onTrino = [
  ['([A-Z]) \\(', '$$1('],
  ['([(,] ?)\\(([^(),]+)\\)', '$$1$$2'],
  ['^[A-Z]+ EMPTY', 'GEOMETRYCOLLECTION EMPTY'],
].reduce((text, [pattern, by]) => `regexp_replace(${text}, '${pattern}', '${by}')`, 'ST_AsText($1)');

/** The WKT of `$1`. */
export const wkt: EngineText = { duckdb: `${runtimeName('as_text')}($1)`, trino: onTrino };
