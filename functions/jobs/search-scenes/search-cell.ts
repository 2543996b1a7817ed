import type { SceneCell } from '../../../domain/satellite/scenes/cell.ts';
import type { CellField, NewCellField } from '../../../domain/satellite/scenes/cell-store.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type Attempt, runExclusively } from '../../../domain/work/coalesced-work.ts';
import { searchBack, searchNew } from './ask-catalogue.ts';
import { answered, isKnownFrom, newState } from './cell-state.ts';
import { matchScenes, outlined } from './match-scenes.ts';
import type { CellMessage } from './messages.ts';
import type { SearchServices } from './services.ts';

const hour = 60 * 60_000;

/** The time between searches for new scenes that no topic announces. */
export const searchMilliseconds = 6 * hour;
/** The pause after a catalogue that does not answer; doubled after each failure, up to the usual time between searches. */
const pauseMilliseconds = 5 * 60_000;
/** New fields of a cell that are read and matched together. */
const maxNewFields = 500;

/**
 * Searches for the scenes of a cell, while no other worker does: for new ones when the search is due or a scene was published, and back in time where
 * new fields want more than is known. One search serves the fields of all owners in the cell. While the catalogue is paused after a failure, new
 * fields are matched with the known scenes alone.
 */
export async function searchCell(
  { cell, publishedAt }: CellMessage,
  attempt: Attempt,
  services: SearchServices,
): Promise<void> {
  const { cells, clock } = services;
  await runExclusively(cell, attempt, cells.leases, async () => {
    try {
      return await round(cell, publishedAt, attempt, services);
    } catch (error) {
      const isCatalogues = error instanceof ProviderProblem;
      const next = isCatalogues ? await pauseAfter(cell, error, services) : clock.now() + pauseMilliseconds;
      // The sweep sends for the cell then, even if this message has become a dead letter.
      await cells.leases.expect(cell, next);
      if (!isCatalogues) throw error;
      console.warn({ cell, kind: error.kind, message: error.message, answered: error.answered });
      return true;
    }
  });
}

/** Searches once. Returns false if the time was too short for all new fields. */
async function round(
  cell: SceneCell,
  publishedAt: number | undefined,
  attempt: Attempt,
  services: SearchServices,
): Promise<boolean> {
  const { cells, clock } = services;
  const now = clock.now();
  const known = await cells.state(cell);
  let state = known ?? newState(now);
  const { pausedUntil = 0 } = state;
  const isPaused = now < pausedUntil;
  const isDue = now >= state.searchedAt + searchMilliseconds || (publishedAt ?? 0) > state.searchedAt;
  if (known && isDue && !isPaused) state = await searchNew(cell, state, services);
  for (;;) {
    const all = await cells.newFields.noted(cell, maxNewFields);
    const noted = isPaused ? all.filter(({ since }) => isKnownFrom(since, state)) : all;
    // Read after the notes, so that it has every field of the notes that was not deleted.
    const fields = await cells.fields(cell);
    if (fields.length === 0) {
      await cells.forget(cell);
      await cells.newFields.done(cell, all);
      return true;
    }
    if (noted.length === 0) break;
    const since = noted.reduce((first, field) => (field.since < first ? field.since : first), '9');
    while (!isKnownFrom(since, state)) {
      if (!attempt.hasTime()) return false;
      state = await searchBack(cell, state, since, services);
    }
    const scenes = outlined(await cells.scenes(cell, since));
    for (const note of noted) {
      if (!attempt.hasTime()) return false;
      await matchScenes(scenes, fields.filter(isOf(note)), services);
      await cells.newFields.done(cell, [note]);
    }
  }
  if (isPaused) {
    await cells.leases.expect(cell, pausedUntil);
    return true;
  }
  await cells.save(cell, answered(state));
  await cells.leases.expect(cell, Math.max(now, state.searchedAt + searchMilliseconds));
  return true;
}

/** Stores a failed search. Returns when the catalogue may be asked again, in milliseconds since 1970. */
async function pauseAfter(
  cell: SceneCell,
  { retryAfterSeconds = 0 }: ProviderProblem,
  { cells, clock }: SearchServices,
): Promise<number> {
  const now = clock.now();
  const state = (await cells.state(cell)) ?? newState(now);
  const failures = state.failures + 1;
  const pause = Math.max(pauseMilliseconds * 2 ** Math.min(failures - 1, 10), retryAfterSeconds * 1000);
  const pausedUntil = now + Math.min(pause, searchMilliseconds);
  await cells.save(cell, { ...state, failures, pausedUntil });
  return pausedUntil;
}

function isOf(note: NewCellField): (field: CellField) => boolean {
  return ({ ownerId, fieldId }) => ownerId === note.ownerId && fieldId === note.fieldId;
}
