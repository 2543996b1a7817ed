import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes values as JSON lines. */
export async function writeLines(path: string, rows: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
  const lines = async function* () {
    for await (const row of rows) yield `${JSON.stringify(row)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}
