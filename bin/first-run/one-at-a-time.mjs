import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

/** How often the holder touches its lock. A lock that was not touched for three times as long is stale. */
const HEARTBEAT_MS = 5000;

/**
 * Keeps two first runs (a `npm start` and a `npm test` side by side) from installing into the same folder.
 * The lock of a killed process is taken over, even if its process id has been reused.
 *
 * @param {string} lock the file that holds the id of the working process
 * @param {() => Promise<void>} work
 */
export async function oneAtATime(lock, work) {
  for (let waited = false; !take(lock); waited = true) {
    if (!waited) say('waiting for another installation in this folder …');
    await sleep(500);
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), HEARTBEAT_MS);
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

/** @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  if (isLeftOver(lock)) rmSync(lock, { force: true });
  return false;
}

/** @param {string} lock */
function isLeftOver(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > 3 * HEARTBEAT_MS) return true;
    const pid = Number(readFileSync(lock, 'utf8'));
    return pid > 0 && !isAlive(pid);
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
