/**
 * Whether a process runs, also as another user.
 *
 * @example isAlive(process.pid) // true
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
