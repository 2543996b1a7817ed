import type * as duckDbModule from '@duckdb/node-api';
import { runtimeName } from '../../../sql/functions/geography/define.ts';
import { insideTest } from '../../../sql/geography/inside.ts';
import { partsOf } from '../../../sql/geography/parts.ts';
import { fromWkb } from '../../../sql/geography/wkb.ts';
import { doublesOf, rawColumn } from './raw/raw-column.ts';
import { bytesAt } from './raw/raw-texts.ts';

type InsideTest = (longitude: number, latitude: number) => boolean;

/** Number of cached tests, for the constants of recent queries. */
const maxKept = 16;

/**
 * Adds a test whether points are inside a polygon to a connection's database, by their degrees and its WKB, which must
 * be the same in all rows, as in compiled queries. Columns are read directly from memory, so that a million points take
 * a tenth of a second.
 */
export function addInside(duckDb: typeof duckDbModule, connection: duckDbModule.DuckDBConnection): void {
  const { BLOB, BOOLEAN, DOUBLE, DuckDBScalarFunction } = duckDb;
  const testOf = keptTests();
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: runtimeName('inside'),
      parameterTypes: [DOUBLE, DOUBLE, BLOB],
      returnType: BOOLEAN,
      mainFunction(_info, input, output) {
        const { rowCount } = input;
        if (rowCount === 0) return;
        const [longitudes, latitudes] = [doublesOf(rawColumn(input, 0)), doublesOf(rawColumn(input, 1))];
        const isInside = testOf(bytesAt(rawColumn(input, 2), 0));
        for (let row = 0; row < rowCount; row++) {
          output.setItem(row, isInside(longitudes[row] ?? Number.NaN, latitudes[row] ?? Number.NaN));
        }
        output.flush();
      },
    }),
  );
}

/** Caches the test of a polygon, which is otherwise created for every two thousand points. */
function keptTests(): (wkb: Uint8Array) => InsideTest {
  const kept: { wkb: Buffer; test: InsideTest }[] = [];
  return (wkb) => {
    const known = kept.find((one) => one.wkb.equals(wkb));
    if (known) return known.test;
    const shape = fromWkb(wkb);
    const test = insideTest(shape ? partsOf(shape).polygons : []);
    kept.unshift({ wkb: Buffer.from(wkb), test });
    kept.length = Math.min(kept.length, maxKept);
    return test;
  };
}
