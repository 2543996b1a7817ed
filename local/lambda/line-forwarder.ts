import { StringDecoder } from 'node:string_decoder';

/** Longer lines are cut, so that a function that never ends its line cannot fill the memory. Lambda's own limit is 256 kB too. */
const maxLine = 256 * 1024;

/**
 * Splits a function's output into lines.
 *
 * @example const lines = forwardLines((line) => log(`[functions] ${line}`));
 */
export function forwardLines(pass: (line: string) => void): { write(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    write(chunk) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) pass(line);
      if (rest.length > maxLine) {
        pass(rest);
        rest = '';
      }
    },
    end() {
      rest += decoder.end();
      if (rest) pass(rest);
      rest = '';
    },
  };
}
