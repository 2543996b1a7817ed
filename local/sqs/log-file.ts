import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type Marks, refuseOrAccept } from '../state/marks/lost-data.ts';

/**
 * An append-only file of JSON values, one per line. What `append` returned from is in the system's hands and outlives
 * the process, also after `kill -9`; with `sync` it is on the disk itself, as everything is that `replaceLog` wrote.
 */
export interface LogFile {
  /** Bytes in the file. */
  readonly size: number;
  /** When it throws, the file is unchanged or ends in an unacknowledged record: replace the file before appending anything else. */
  append(text: string): void;
  close(): void;
}

const pieceBytes = 1024 * 1024;
const newline = 0x0a;

/**
 * Reads every value of the file, or of its first `bytes`; a missing file has none. A value at the end that a crash left incomplete is left
 * out: it was not acknowledged. A restore leaves out broken lines elsewhere, too.
 *
 * @throws Error naming file and line when a broken line has whole ones after it, since then it is not a crash's work.
 */
export function* readLog(path: string, marks?: Marks, bytes = Number.POSITIVE_INFINITY): Generator<unknown> {
  let broken = 0;
  let number = 0;
  for (const line of linesOf(path, bytes)) {
    number += 1;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      broken ||= number;
      continue;
    }
    if (broken) {
      const loss = `${path} is damaged in line ${broken}`;
      if (!marks) throw new Error(loss);
      refuseOrAccept(marks, loss, marks.now() - 1);
      broken = 0;
    }
    yield value;
  }
}

function* linesOf(path: string, bytes: number): Generator<string> {
  const file = openIfThere(path);
  if (file === undefined) return;
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    let rest = Buffer.alloc(0);
    let left = bytes;
    for (let length = readSync(file, piece); length > 0 && left > 0; length = readSync(file, piece)) {
      const data = Buffer.concat([rest, piece.subarray(0, Math.min(length, left))]);
      left -= length;
      let start = 0;
      for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, start)) {
        yield data.toString('utf8', start, end);
        start = end + 1;
      }
      rest = data.subarray(start);
    }
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes the values to a new file, puts it in the place of the old one in one step, and opens it for appending. When it
 * throws, the old file is unchanged, and no other is left.
 */
export function replaceLog(path: string, values: Iterable<unknown>, sync: boolean): LogFile {
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  try {
    const log = appendTo(file, sync);
    for (const text of inPieces(values)) log.append(text);
    fsyncSync(file);
    renameSync(next, path);
    return log;
  } catch (error) {
    closeSync(file);
    rmSync(next, { force: true });
    throw error;
  }
}

function* inPieces(values: Iterable<unknown>): Generator<string> {
  let text = '';
  for (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < pieceBytes) continue;
    yield text;
    text = '';
  }
  yield text;
}

function appendTo(file: number, sync: boolean): LogFile {
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(text) {
      const bytes = Buffer.from(text);
      try {
        for (let done = 0; done < bytes.length; )
          done += writeSync(file, bytes, done, bytes.length - done, size + done);
        if (sync) fsyncSync(file);
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
      size += bytes.length;
    },
    close: () => closeSync(file),
  };
}
