import { createHash } from 'node:crypto';
import type * as duckDbModule from '@duckdb/node-api';
import { fingerprint, longHash } from '../../../sql/functions/text/encodings.ts';
import { normalForm } from '../../../sql/functions/text/normal-forms.ts';
import { farmFingerprint } from './farm-fingerprint.ts';

/**
 * Adds functions that DuckDB lacks to a connection's database: SHA-512 and FarmHash fingerprints of bytes, and Unicode
 * normal forms other than NFC. They run on the thread of JavaScript.
 *
 * @param duckDb the module, which may be in a layer.
 */
export function addText(duckDb: typeof duckDbModule, connection: duckDbModule.DuckDBConnection): void {
  const { BIGINT, BLOB, DuckDBBlobValue, DuckDBScalarFunction, VARCHAR } = duckDb;
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
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: fingerprint,
      parameterTypes: [BLOB],
      returnType: BIGINT,
      mainFunction(_info, input, output) {
        const column = input.getColumnVector(0);
        for (let row = 0; row < input.rowCount; row += 1) {
          const item = column.getItem(row);
          output.setItem(row, item === null ? null : farmFingerprint((item as duckDbModule.DuckDBBlobValue).bytes));
        }
        output.flush();
      },
    }),
  );
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: normalForm,
      parameterTypes: [VARCHAR, VARCHAR],
      returnType: VARCHAR,
      mainFunction(_info, input, output) {
        const [texts, forms] = [input.getColumnVector(0), input.getColumnVector(1)];
        for (let row = 0; row < input.rowCount; row += 1) {
          const item = texts.getItem(row);
          output.setItem(row, item === null ? null : String(item).normalize(String(forms.getItem(row))));
        }
        output.flush();
      },
    }),
  );
}
