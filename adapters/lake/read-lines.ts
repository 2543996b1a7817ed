import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/**
 * The lines of a text as it arrives.
 *
 * @example for await (const line of readLines(content)) use(JSON.parse(line));
 */
export function readLines(content: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  return createInterface({ input: Readable.from(content), crlfDelay: Number.POSITIVE_INFINITY });
}
