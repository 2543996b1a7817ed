import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../storage/write-file.ts';
import { readRecorded } from './mark-file.ts';

/** The marks of a state directory, and what to do when a store lacks data that its mark names. */
export interface Marks {
  dataDir: string;
  /** True for `furrow restore`: stores repair what they can and go on with what is left. Otherwise they refuse to open. */
  isRestore: boolean;
  now(): number;
  log(line: string): void;
}

/** Acknowledged data is missing. The message names the store, the missing data and the command to run. */
export class LostData extends Error {
  readonly loss: string;
  readonly advice: string;

  constructor(dataDir: string, loss: string, advice: string) {
    super(`data is missing: ${loss}. ${advice.replaceAll('{copy}', `put a copy of ${dataDir} back`)}`);
    this.name = 'LostData';
    this.loss = loss;
    this.advice = advice;
  }
}

/** Advice where a restore can continue with what is left. */
function restoreAdvice(dataDir: string): string {
  const quoted = /\s/.test(dataDir) ? JSON.stringify(dataDir) : dataDir;
  return `Either {copy}, or run \`npx furrow restore --to latest --data-dir ${quoted}\`, which continues with what is left (docs/runbook.md, "Lost data")`;
}

/** Advice where nothing is left to continue with. */
export const copyAdvice =
  'Nothing here can bring it back: {copy}, or begin anew with `npm run reset` (docs/runbook.md, "Lost data")';

const lossSchema = z.object({
  /** The last moment of which no change is missing (milliseconds since 1970); absent if only keys were missing. */
  until: z.number().optional(),
  losses: z.array(z.string()),
});
/** Losses with which a restore has begun to continue. */
export type AcceptedLoss = z.output<typeof lossSchema>;

const pathOf = (dataDir: string) => join(dataDir, 'marks', 'unfinished-restore.json');

/** The losses with which a restore has begun to continue without having ended. */
export function unfinishedRestore(dataDir: string): AcceptedLoss | undefined {
  return readRecorded(pathOf(dataDir), lossSchema);
}

/**
 * Ends the start, or continues a restore without the data that is missing.
 *
 * @param until the last moment of which nothing is missing (milliseconds since 1970), if tables and files have to go back to it.
 * @throws LostData unless it is a restore.
 */
export function refuseOrAccept(marks: Marks, loss: string, until?: number): void {
  if (!marks.isRestore) throw new LostData(marks.dataDir, loss, restoreAdvice(marks.dataDir));
  acceptLoss(marks, loss, until);
}

/** Records, before a store is changed, that a restore continues without some data: until it has ended, starts are refused. */
function acceptLoss({ dataDir, log }: Marks, loss: string, until?: number): void {
  const known = unfinishedRestore(dataDir) ?? { losses: [] };
  const moments = [known.until, until].filter((moment) => moment !== undefined);
  const accepted: AcceptedLoss = {
    ...(moments.length > 0 && { until: Math.min(...moments) }),
    losses: [...new Set([...known.losses, loss])],
  };
  mkdirSync(dirname(pathOf(dataDir)), { recursive: true, mode: 0o700 });
  replaceFile(pathOf(dataDir), JSON.stringify(accepted), { sync: true });
  log(`missing: ${loss}`);
}

/** @throws LostData while a restore that continues without missing data has not ended. */
export function refuseUnfinishedRestore(dataDir: string): void {
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished) {
    const loss = `a restore has not ended, which continues although ${unfinished.losses.join('; ')}`;
    throw new LostData(dataDir, loss, restoreAdvice(dataDir));
  }
}

/** Records that the restore has ended. */
export function endRestore(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}
