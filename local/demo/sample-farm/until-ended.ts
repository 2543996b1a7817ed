import { setTimeout as sleep } from 'node:timers/promises';
import type { Farm } from './farm-step.ts';

const lookAgainMilliseconds = 500;

/** An upload or a batch. */
export interface Ended {
  status: string;
  statusDetails?: string;
  svcFiles?: string[];
  problems?: { message: string; hint?: string }[];
}

export const hasEnded = ({ status }: Ended) => status === 'PROCESSED' || status === 'FAILED';

/** An upload or a batch when it has ended, whatever that takes: a machine may be slow, and GDAL may have to be compiled before. */
export async function ended({ client, signal }: Pick<Farm, 'client' | 'signal'>, path: string): Promise<Ended> {
  for (;;) {
    const now = await client.get<Ended>(path);
    if (hasEnded(now)) return now;
    await sleep(lookAgainMilliseconds, undefined, { signal });
  }
}
