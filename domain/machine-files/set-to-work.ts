import { timestamp } from '../clock.ts';
import type { MachineFile } from './machine-file.ts';

/** A file that has ended, as it is while it is worked on again: what was made of it stays until it is replaced. */
export function setToWork(file: MachineFile, now: number): MachineFile {
  return { ...file, status: 'processing', problems: [], updatedTime: timestamp(now) };
}
