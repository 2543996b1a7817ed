import type * as duckDbModule from '@duckdb/node-api';
import { runtimeName } from '../../../sql/functions/geography/define.ts';
import { insideTest } from '../../../sql/geography/inside.ts';
import { partsOf } from '../../../sql/geography/parts.ts';
import { fromWkb } from '../../../sql/geography/wkb.ts';
import { doublesOf, rawColumn } from './raw/raw-column.ts';
import { bytesAt } from './raw/raw-texts.ts';

type PlaceTest = (longitude: number, latitude: number) => boolean;

/** Of constants in a query, and of those in the last ones. */
const maxKept = 16;

/**
 * Gives a connection's database the test whether points lie in a polygon, by their degrees and its WKB, which is the same in all rows: compiled
 * queries have a constant there. Columns are read as they lie in memory, so that a million points take a tenth of a second.
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

/** The test of a polygon is made once, not for every two thousand points. */
function keptTests(): (wkb: Uint8Array) => PlaceTest {
  const kept: { wkb: Buffer; test: PlaceTest }[] = [];
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
