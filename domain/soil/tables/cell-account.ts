import type { SoilWarningKey, WarningLog } from '../reading-problems.ts';
import type { SoilAccount } from '../soil-reading.ts';
import type { Sheet } from './sheet.ts';

/** What becomes of a cell. */
type Fate = 'result' | 'metadata' | 'left';

/**
 * Keeps what became of each cell with content of a sheet, so that none is lost without a word: whatever no reader has spoken for in
 * the end is left out with a warning of its own. The first to speak for a cell decides.
 */
export interface CellAccount {
  result(row: number, column: number): void;
  metadata(row: number, column: number): void;
  /** Leaves a cell out, for a reason that names what it is about. */
  leave(row: number, column: number, key: SoilWarningKey, subject?: string): void;
  /** Leaves out what is open in a row in the end, since another table may have cells of it. */
  leaveRow(row: number, key: SoilWarningKey, subject?: string): void;
  /** Everything of a row that is open was understood. */
  metadataRow(row: number): void;
  /** Leaves out what is still open, and says what became of all cells. */
  close(): SoilAccount;
}

/**
 * @example
 * const account = cellAccount(sheet, log);
 * account.result(1, 2);
 * account.close(); // { cells: 12, results: 1, metadata: 0, warnings: 11 }
 */
export function cellAccount(sheet: Sheet, log: WarningLog): CellAccount {
  const fates: (Fate | undefined)[][] = [];
  const reasons = new Map<number, { key: SoilWarningKey; subject?: string | undefined }>();
  const counts = { result: 0, metadata: 0, left: 0 };
  const isFilled = (row: number, column: number) => (sheet.rows[row]?.[column] ?? '').trim() !== '';
  const decide = (row: number, column: number, fate: Fate): boolean => {
    fates[row] ??= [];
    const known = fates[row] as (Fate | undefined)[];
    if (known[column] !== undefined || !isFilled(row, column)) return false;
    known[column] = fate;
    counts[fate]++;
    return true;
  };
  const columnsOf = (row: number) => (sheet.rows[row] ?? []).keys();
  const account: CellAccount = {
    result: (row, column) => void decide(row, column, 'result'),
    metadata: (row, column) => void decide(row, column, 'metadata'),
    leave(row, column, key, subject = '') {
      if (!decide(row, column, 'left')) return;
      log.add(key, sheet.file, subject, 1, { row, column, ...(sheet.name !== undefined && { sheet: sheet.name }) });
    },
    leaveRow(row, key, subject) {
      if (!reasons.has(row)) reasons.set(row, { key, subject });
    },
    metadataRow(row) {
      for (const column of columnsOf(row)) account.metadata(row, column);
    },
    close() {
      for (const row of sheet.rows.keys()) {
        const { key, subject } = reasons.get(row) ?? { key: 'leftOut' };
        for (const column of columnsOf(row)) account.leave(row, column, key, subject);
      }
      const cells = sheet.rows.reduce((sum, row) => sum + row.filter((cell) => cell.trim() !== '').length, 0);
      return { cells, results: counts.result, metadata: counts.metadata, warnings: counts.left };
    },
  };
  return account;
}
