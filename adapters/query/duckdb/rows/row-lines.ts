import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { ResultColumn } from '../../../../sql/compile-query.ts';
import { resultNames } from '../../result-names.ts';
import { ByteWriter } from './byte-writer.ts';
import { type ColumnWriter, columnWriter } from './column-writers.ts';

/**
 * Creates a writer of rows as JSON objects by column name, in UTF-8, each with a line feed. The lines of a chunk are
 * valid until those of the chunk after the next are written.
 */
export function rowLines(columns: readonly ResultColumn[]): (chunk: DuckDBDataChunk) => Uint8Array {
  const out = new ByteWriter();
  const names = resultNames(columns);
  return (chunk) => {
    const parts: { before: Buffer; write: ColumnWriter }[] = [];
    let before = '{';
    for (const [index, { type }] of columns.entries()) {
      before += `${index === 0 ? '' : ','}${JSON.stringify(names[index])}:`;
      const write = columnWriter(chunk, index, type, out);
      if (write) parts.push({ before: Buffer.from(before), write });
      before = write ? '' : `${before}null`;
    }
    const end = Buffer.from(`${before}}\n`);
    const { rowCount } = chunk;
    for (let row = 0; row < rowCount; row++) {
      for (const { before, write } of parts) {
        out.bytes(before);
        write(row);
      }
      out.bytes(end);
    }
    return out.take();
  };
}
