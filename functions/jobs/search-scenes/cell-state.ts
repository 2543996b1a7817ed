import { timestamp } from '../../../domain/clock.ts';
import type { CellState } from '../../../domain/satellite/scenes/cell-store.ts';

const day = 24 * 60 * 60_000;

/** Searches for new scenes begin this long before the latest one that is known, because catalogues do not publish in the order of `created`. */
export const overlapMilliseconds = day;
/** A moment before the first scenes of Sentinel-2, which was launched in June 2015. */
export const firstScenes = '2015-06-01T00:00:00.000Z';

/** The state of a cell that has never been searched: scenes from now on will be found by their publication. */
export function newState(now: number): CellState {
  const publishedUntil = timestamp(now - overlapMilliseconds);
  return { searchedFrom: timestamp(now), publishedUntil, searchedAt: now, failures: 0 };
}

/** The state after a search that the catalogue answered: without failures and pause. */
export function answered({ pausedUntil: _over, ...state }: CellState): CellState {
  return { ...state, failures: 0 };
}

/** Whether every scene from a day on is known to a cell. */
export function isKnownFrom(since: string, { searchedFrom }: CellState): boolean {
  return momentOf(since) >= searchedFrom || firstScenes >= searchedFrom;
}

/** The first moment of a day. */
export function momentOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
