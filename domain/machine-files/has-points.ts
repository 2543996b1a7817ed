import type { MachineFile } from './machine-file.ts';

/** Whether a file has its points; one that is processed again has those of before until it ends. */
export function hasPoints({ status, summary }: Pick<MachineFile, 'status' | 'summary'>): boolean {
  return status !== 'failed' && summary !== undefined;
}
