import { type Absence, areMany } from './absences.ts';
import type { HeldList } from './list-notes.ts';

/** A complete list, and the files that it should have. Files are named by their keys (`providerFileKey`). */
export interface ComparedFiles {
  known: readonly string[];
  listed: ReadonlySet<string>;
  /** Absences of all files of the account. */
  absences: ReadonlyMap<string, Absence>;
  /** Since when the round is due: what an earlier attempt of the same round found is no second time. */
  round: string;
}

/** What a complete list says of known files: absences to store, which are new or for the second time in a row, and whether some are to be looked at, since they have been absent twice. */
export function compareFiles({ known, listed, absences, round }: ComparedFiles): {
  changed: Absence[];
  areGone: boolean;
} {
  const changed: Absence[] = [];
  let areGone = false;
  for (const id of known) {
    if (listed.has(id)) continue;
    const before = absences.get(id);
    if (!before) changed.push({ id, sinceTime: round });
    else if (isAgain(before) || before.sinceTime < round) areGone ||= !before.isGone;
    if (before && !isAgain(before) && before.sinceTime < round) changed.push({ ...before, againTime: round });
  }
  return { changed, areGone };
}

/** Which of the absent files of an account are gone, and what waits for the owner instead: too many for one round, of all files. */
export function judgeFiles(
  absences: Iterable<Absence>,
  { total, round, held }: { total: number; round: string; held: HeldList | undefined },
): { gone: Absence[]; held?: HeldList } {
  const again = [...absences].filter(isAgain);
  const isConfirmed = ({ againTime = '' }: Absence) => held?.confirmedTime !== undefined && againTime <= held.foundTime;
  const waiting = again.filter(({ isGone }) => !isGone);
  const unconfirmed = waiting.filter((absence) => !isConfirmed(absence));
  // Lists of a round are read one after the other: those that were marked before count as well.
  const marked = again.filter((absence) => absence.isGone && absence.againTime === round && !isConfirmed(absence));
  if (!areMany(unconfirmed.length + marked.length, total)) return { gone: waiting };
  const found = { foundTime: round, gone: unconfirmed.length, of: total };
  return { gone: waiting.filter(isConfirmed), ...(unconfirmed.length > 0 && { held: found }) };
}

function isAgain({ againTime }: Absence): boolean {
  return againTime !== undefined;
}
