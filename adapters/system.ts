import { v7 } from 'uuid';
import type { Clock, NewId } from '../domain/clock.ts';

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A random number from 0 to 1. */
export const random = (): number => Math.random();

/**
 * Time-ordered ids (UUIDv7), also within one millisecond of one process, so that events keep the order of their
 * creation.
 */
export const newId: NewId = () => v7();
