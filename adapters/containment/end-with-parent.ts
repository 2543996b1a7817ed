import { Worker } from 'node:worker_threads';

const betweenLooksMilliseconds = 500;

/**
 * Ends this process when its parent is gone, for systems that do not do so by themselves: a thread looks, since the first one may be busy in
 * native code for long. Windows keeps the parent's number, the others give the process another parent.
 */
export function endWithParent(parentId: number): void {
  const code = `
    const isGone = () => {
      if (process.platform !== 'win32') return process.ppid !== ${parentId};
      try {
        return !process.kill(${parentId}, 0);
      } catch {
        return true;
      }
    };
    setInterval(() => isGone() && process.kill(process.pid, 'SIGKILL'), ${betweenLooksMilliseconds});`;
  new Worker(code, { eval: true }).unref();
}
