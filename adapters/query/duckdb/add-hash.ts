import { createHash } from 'node:crypto';
import type * as duckDbModule from '@duckdb/node-api';
import { longHash } from '../../../domain/query/functions/encodings.ts';

/**
 * Gives a connection's database SHA-512, which DuckDB has not: of bytes, 64 bytes. It runs on the thread of JavaScript.
 *
 * @param duckDb the module, which may stand in a layer.
 */
export function addHash(duckDb: typeof duckDbModule, connection: duckDbModule.DuckDBConnection): void {
  const { BLOB, DuckDBBlobValue, DuckDBScalarFunction } = duckDb;
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: longHash,
      parameterTypes: [BLOB],
      returnType: BLOB,
      mainFunction(_info, input, output) {
        const column = input.getColumnVector(0);
        for (let row = 0; row < input.rowCount; row += 1) {
          const item = column.getItem(row);
          const hash = item === null ? null : createHash('sha512').update((item as duckDbModule.DuckDBBlobValue).bytes);
          output.setItem(row, hash && new DuckDBBlobValue(hash.digest()));
        }
        output.flush();
      },
    }),
  );
}
