/**
 * The name that is most similar to a misspelt one; undefined if none is similar.
 *
 * @example nearest('SELCT', ['SELECT', 'WITH']) // 'SELECT'
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 100) return undefined;
  const wanted = name.toLowerCase();
  const max = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let min = max + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= min) continue;
    const edits = editsBetween(wanted, candidate.toLowerCase());
    if (edits < min) [best, min] = [candidate, edits];
  }
  return best;
}

/** Number of letters to insert, delete, change, or swap with the next one. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
