import { timestamp } from '../../../domain/clock.ts';
import { boundsOfCell, type SceneCell } from '../../../domain/satellite/scenes/cell.ts';
import type { CellField, CellScene, CellState, NewCellField } from '../../../domain/satellite/scenes/cell-store.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type Attempt, runExclusively } from '../../../domain/work/coalesced-work.ts';
import { matchScenes, outlined } from './match-scenes.ts';
import type { CellMessage } from './messages.ts';
import type { SearchServices } from './services.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** New scenes are searched for so often, where no topic tells of them. */
export const searchMilliseconds = 6 * hour;
/** Catalogues do not publish in the order of `created`: what comes late is found within this. */
const overlapMilliseconds = day;
/** A search back in time is done in pieces, so that one which ends early is not lost. */
const pieceMilliseconds = 365 * day;
/** Before the first scenes of Sentinel-2, which was launched in June 2015. */
const firstScenes = '2015-06-01T00:00:00.000Z';
/** After a catalogue that does not answer; twice as long after each time, up to the usual time. */
const pauseMilliseconds = 5 * 60_000;
/** Fields that are new to a cell and are matched together. */
const newFieldsAtOnce = 500;
/** Scenes of one answer are kept together; more would be lost with a search that ends early. */
const scenesAtOnce = 200;

/**
 * Searches for scenes of a cell, while no other worker does: for new ones when it is due or one was published, and back in time where fields that
 * are new want more than is known. One search serves all fields of the cell, whosever they are.
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
      const pause = await notedFailure(cell, error, services);
      // The sweep sends for the cell then, also where this message has come to its end.
      await cells.leases.expect(cell, clock.now() + pause);
      if (!(error instanceof ProviderProblem)) throw error;
      console.warn({ cell, kind: error.kind, message: error.message, answered: error.answered });
      return true;
    }
  });
}

/** False when time was too short. */
async function round(
  cell: SceneCell,
  publishedAt: number | undefined,
  attempt: Attempt,
  services: SearchServices,
): Promise<boolean> {
  const { cells, clock } = services;
  const now = clock.now();
  let state = await cells.state(cell);
  if (!state) {
    const publishedUntil = timestamp(now - overlapMilliseconds);
    state = { searchedFrom: timestamp(now), publishedUntil, searchedAt: now, failures: 0 };
  } else if (now >= state.searchedAt + searchMilliseconds || (publishedAt ?? 0) > state.searchedAt) {
    state = await searchNew(cell, state, services);
  }
  for (;;) {
    const noted = await cells.newFields.noted(cell, newFieldsAtOnce);
    // Read after the notes, so that the fields of all of them are here, but for those that were deleted.
    const fields = await cells.fields(cell);
    if (fields.length === 0) {
      await cells.forget(cell);
      await cells.newFields.done(cell, noted);
      return true;
    }
    if (noted.length === 0) break;
    const since = noted.reduce((first, field) => (field.since < first ? field.since : first), '9');
    while (momentOf(since) < state.searchedFrom && firstScenes < state.searchedFrom) {
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
  await cells.save(cell, { ...state, failures: 0 });
  await cells.leases.expect(cell, Math.max(now, state.searchedAt + searchMilliseconds));
  return true;
}

/** Matches what was published since the last search with all fields of the cell. */
async function searchNew(cell: SceneCell, state: CellState, services: SearchServices): Promise<CellState> {
  const { cells, source, clock } = services;
  const fields = await cells.fields(cell);
  if (fields.length === 0) return state;
  const searchedAt = clock.now();
  const from = timestamp(Date.parse(state.publishedUntil) - overlapMilliseconds);
  let { publishedUntil } = state;
  const search = source.search({ bbox: boundsOfCell(cell), from, by: 'created' });
  for await (const scenes of inPieces(search)) {
    const unknown = await cells.unknown(cell, scenes);
    // Matched before they are known: a worker that dies between the two is followed by one that matches them again.
    await matchScenes(outlined(unknown), fields, services);
    await cells.keep(cell, unknown);
    for (const { created } of scenes) if (created > publishedUntil) publishedUntil = created;
  }
  const searched = { ...state, publishedUntil, searchedAt, failures: 0 };
  await cells.save(cell, searched);
  return searched;
}

/** Makes another piece of the past known, as far as `since`. */
async function searchBack(
  cell: SceneCell,
  state: CellState,
  since: string,
  { cells, source }: SearchServices,
): Promise<CellState> {
  const to = state.searchedFrom;
  const piece = timestamp(Date.parse(to) - pieceMilliseconds);
  const wanted = [momentOf(since), firstScenes, piece];
  const searchedFrom = wanted.reduce((latest, one) => (one > latest ? one : latest));
  for await (const scenes of inPieces(
    source.search({ bbox: boundsOfCell(cell), from: searchedFrom, to, by: 'date' }),
  )) {
    await cells.keep(cell, scenes);
  }
  const searched = { ...state, searchedFrom };
  await cells.save(cell, searched);
  return searched;
}

async function notedFailure(cell: SceneCell, error: unknown, { cells }: SearchServices): Promise<number> {
  const state = await cells.state(cell);
  const failures = (state?.failures ?? 0) + 1;
  if (state) await cells.save(cell, { ...state, failures });
  const asked = error instanceof ProviderProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(Math.max(pauseMilliseconds * 2 ** Math.min(failures - 1, 10), asked), searchMilliseconds);
}

function momentOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

function isOf(note: NewCellField): (field: CellField) => boolean {
  return ({ ownerId, fieldId }) => ownerId === note.ownerId && fieldId === note.fieldId;
}

async function* inPieces(scenes: AsyncIterable<CellScene>): AsyncGenerator<CellScene[]> {
  let piece: CellScene[] = [];
  for await (const scene of scenes) {
    piece.push(scene);
    if (piece.length < scenesAtOnce) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
