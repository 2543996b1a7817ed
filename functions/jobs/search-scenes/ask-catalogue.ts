import { timestamp } from '../../../domain/clock.ts';
import { boundsOfCell, type SceneCell } from '../../../domain/satellite/scenes/cell.ts';
import type { CellScene, CellState } from '../../../domain/satellite/scenes/cell-store.ts';
import { answered, firstScenes, momentOf, overlapMilliseconds } from './cell-state.ts';
import { matchScenes, outlined } from './match-scenes.ts';
import type { SearchServices } from './services.ts';

const day = 24 * 60 * 60_000;

/** A search back in time is split into pieces of this length, each of which is stored. */
const pieceMilliseconds = 365 * day;
/** Scenes of an answer that are stored together; a search that ends early loses at most these. */
const maxScenes = 200;

/** Searches for scenes that were published since the last search, and matches them with all fields of the cell. */
export async function searchNew(cell: SceneCell, state: CellState, services: SearchServices): Promise<CellState> {
  const { cells, source, clock } = services;
  const fields = await cells.fields(cell);
  if (fields.length === 0) return state;
  const searchedAt = clock.now();
  const from = timestamp(Date.parse(state.publishedUntil) - overlapMilliseconds);
  let { publishedUntil } = state;
  const search = source.search({ bbox: boundsOfCell(cell), from, by: 'created' });
  for await (const scenes of inPieces(search)) {
    const unknown = await cells.unknown(cell, scenes);
    // Scenes are matched before they are stored as known, so that the worker after one that dies in between matches them again.
    await matchScenes(outlined(unknown), fields, services);
    await cells.keep(cell, unknown);
    for (const { created } of scenes) if (created > publishedUntil) publishedUntil = created;
  }
  const searched = answered({ ...state, publishedUntil, searchedAt });
  await cells.save(cell, searched);
  return searched;
}

/** Searches one more piece of the past, back to `since` at most, and stores its scenes. */
export async function searchBack(
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

async function* inPieces(scenes: AsyncIterable<CellScene>): AsyncGenerator<CellScene[]> {
  let piece: CellScene[] = [];
  for await (const scene of scenes) {
    piece.push(scene);
    if (piece.length < maxScenes) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
