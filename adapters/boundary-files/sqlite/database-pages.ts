import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/**
 * Thrown for a file that breaks the format of SQLite databases, or uses a part of it that no supported format needs.
 */
export class DamagedDatabase extends Error {}

/** The pages of a database; each can be taken once, so that pointers cannot lead in a circle. */
export interface DatabasePages {
  pageSize: number;
  /** Number of bytes of a page with data; the rest is reserved for extensions. */
  usable: number;
  count: number;
  /**
   * @param number from 1.
   * @throws DamagedDatabase if the page does not exist, was taken before, or too many were taken.
   */
  take(number: number): Buffer;
  close(): void;
}

const headerBytes = 100;
const signature = 'SQLite format 3\0';
/**
 * Limits on pages that are read; a schema of 10,000 statements of a kilobyte needs a quarter, whatever the page size.
 */
const maxPages = 100_000;
const maxBytes = 128 * 1024 * 1024;

/** Whether a file begins like every SQLite database. */
export function isSqlite(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(signature.length);
    readSync(file, head, 0, head.length, 0);
    return head.toString('latin1') === signature;
  } finally {
    closeSync(file);
  }
}

/**
 * Opens the pages of a database. Its header must be as SQLite requires it, with text in UTF-8: otherwise two readers
 * that interpret it differently could see two different schemas.
 *
 * @throws DamagedDatabase
 */
export function openDatabasePages(path: string): DatabasePages {
  const file = openSync(path, 'r');
  try {
    const header = readAt(file, 0, headerBytes);
    const { pageSize, usable } = checkedHeader(header);
    const { size } = fstatSync(file);
    const stated = statedPages(header) * pageSize;
    if (size < stated) throw new DamagedDatabase(`it was cut off, with ${size} of its ${stated} bytes`);
    const count = Math.floor(size / pageSize);
    const taken = new Set<number>();
    return {
      ...{ pageSize, usable, count },
      take(number) {
        if (number < 1 || number > count) throw new DamagedDatabase(`it has no page ${number}`);
        if (taken.has(number)) throw new DamagedDatabase(`page ${number} is used twice`);
        taken.add(number);
        if (taken.size > maxPages || taken.size * pageSize > maxBytes) {
          throw new DamagedDatabase('its schema takes too many pages');
        }
        return readAt(file, (number - 1) * pageSize, pageSize);
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function checkedHeader(header: Buffer): { pageSize: number; usable: number } {
  if (header.toString('latin1', 0, signature.length) !== signature) throw new DamagedDatabase('it has no header');
  const stored = header.readUInt16BE(16);
  const pageSize = stored === 1 ? 65_536 : stored;
  const usable = pageSize - (header[20] ?? 0);
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0 || usable < 480) {
    throw new DamagedDatabase('its page size is impossible');
  }
  const versions = [header[18], header[19]];
  if (versions.some((version) => version !== 1 && version !== 2)) {
    throw new DamagedDatabase('it is written in a version of the format that is not known');
  }
  if (header.readUIntBE(21, 3) !== 0x402020) throw new DamagedDatabase('its payload fractions are wrong');
  const schemaFormat = header.readUInt32BE(44);
  if (schemaFormat < 1 || schemaFormat > 4) throw new DamagedDatabase('the format of its schema is not known');
  if (header.readUInt32BE(56) !== 1) throw new DamagedDatabase('its text is not stored as UTF-8');
  return { pageSize, usable };
}

/**
 * The number of pages in a database's header; 0 if the last program to write it did not update it (SQLite file format,
 * 1.3.7).
 */
function statedPages(header: Buffer): number {
  return header.readUInt32BE(24) === header.readUInt32BE(92) ? header.readUInt32BE(28) : 0;
}

function readAt(file: number, position: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  const read = readSync(file, buffer, 0, bytes, position);
  if (read < bytes) throw new DamagedDatabase('it was cut off');
  return buffer;
}
