import { isSign, isWord, type Part, quotedIn, trimmed } from './parts.ts';

/** A table that a statement reads, with the constants to which its WHERE clause restricts columns. */
export interface Scan {
  database: string;
  table: string;
  /** Constant equalities that hold for every row, by column in lower case. */
  equal: ReadonlyMap<string, string>;
}

/** Finds every table that is qualified with a database, and replaces it by another name. */
export function renameScans(parts: readonly Part[], rename: (scan: Scan) => string): Part[] {
  const renamed: Part[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) continue;
    const [database, dot, table] = parts.slice(index, index + 3);
    if (database?.kind === 'name' && isSign(dot, '.') && table?.kind === 'name' && isSource(renamed)) {
      const scan = { database: quotedIn(database), table: quotedIn(table), equal: equalities(parts.slice(index + 3)) };
      renamed.push({ kind: 'word', text: rename(scan) });
      index += 2;
    } else renamed.push(part.kind === 'group' ? { ...part, parts: renameScans(part.parts, rename) } : part);
  }
  return renamed;
}

/** Whether a table may follow. */
function isSource(before: readonly Part[]): boolean {
  const last = trimmed(before).at(-1);
  return isWord(last, 'FROM') || isWord(last, 'JOIN') || isSign(last, ',');
}

/** Equalities of ` WHERE "a" = 'x' AND …` directly behind a table; terms under an OR are left out. */
function equalities(behind: readonly Part[]): Map<string, string> {
  const found = new Map<string, string>();
  const [where, ...condition] = trimmed(behind);
  if (!isWord(where, 'WHERE') || condition.some((part) => isWord(part, 'OR'))) return found;
  let conjunct: Part[] = [];
  for (const part of [...condition, undefined]) {
    if (part && !isWord(part, 'AND')) {
      if (part.kind !== 'space') conjunct.push(part);
      continue;
    }
    const [column, sign, value, ...rest] = conjunct;
    if (column?.kind === 'name' && isSign(sign, '=') && value?.kind === 'text' && rest.length === 0) {
      found.set(quotedIn(column).toLowerCase(), quotedIn(value));
    }
    conjunct = [];
  }
  return found;
}
