import { timestamp } from '../clock.ts';
import type { MachineFile } from './machine-file.ts';

/**
 * The record of a finished file that is processed again; its artefacts stay until they are replaced.
 *
 * @example await machineFiles.restart(ownerId, setToWork(file, now), 'failed', fileDeadline(now));
 */
export function setToWork(file: MachineFile, now: number): MachineFile {
  return { ...file, status: 'processing', problems: [], updatedTime: timestamp(now) };
}
