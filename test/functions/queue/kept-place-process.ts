import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { comingFirst } from '../../../functions/queue/come-first.ts';

/*
 * Prints its priority before work that has a place, during it, and afterwards. The argument says whether the place is kept.
 */
const now = () => [getPriority(), Number(/nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1])];
const before = now();
const during = await comingFirst({ isKept: process.argv[2] === 'kept' }, async () => now());
console.log(JSON.stringify([before, during, now()]));
