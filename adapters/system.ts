import { v7 } from 'uuid';
import type { Clock, NewId } from '../domain/clock.ts';

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };

/** Time-ordered ids (UUIDv7). */
export const newId: NewId = () => v7({ msecs: systemClock.now() });
