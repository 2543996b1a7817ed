import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** Precision of the time of the boot where the system has no id for it. */
const precisionMilliseconds = 10 * 60_000;

/** Identifies the run of the operating system: another one means that the machine was restarted, perhaps after a power failure. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return `booted ${Math.round((Date.now() - 1000 * uptime()) / precisionMilliseconds)}`;
  }
}
