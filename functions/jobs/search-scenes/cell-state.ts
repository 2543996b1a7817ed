import { timestamp } from '../../../domain/clock.ts';
import type { CellState } from '../../../domain/satellite/scenes/cell-store.ts';

const day = 24 * 60 * 60_000;

/** Catalogues do not publish in the order of `created`: what comes late is found within this. */
export const overlapMilliseconds = day;
/** Before the first scenes of Sentinel-2, which was launched in June 2015. */
export const firstScenes = '2015-06-01T00:00:00.000Z';

/** The state of a cell that no search has been made for: scenes from now on will be found by their publication. */
export function newState(now: number): CellState {
  const publishedUntil = timestamp(now - overlapMilliseconds);
  return { searchedFrom: timestamp(now), publishedUntil, searchedAt: now, failures: 0 };
}

/** The catalogue has answered: the pause after earlier failures is over. */
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
