import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Sets how much of the processors a process gets beside others: 0 as usual, up to 19 for what others come before. Where Linux shares processors between sessions first, that of
 * the process gets the same, so that it should have one of its own.
 *
 * @returns false if the system does not allow it, as Linux does not allow most users to raise what was lowered: only the share of a session.
 * @example if (!setPriorityOf(child.pid, 0)) child.kill();
 */
export function setPriorityOf(pid: number, priority: number): boolean {
  const isSet = isDone(() => setPriority(pid, priority));
  // On other systems, and on those that share processors otherwise, there is none.
  isDone(() => writeFileSync(`/proc/${pid}/autogroup`, String(priority)));
  return isSet;
}

function isDone(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
