import { createHash } from 'node:crypto';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { type CountingRules, countAdded, countAll } from '../../../domain/usage/counting/count-tile.ts';
import type { CountedPlace } from '../../../domain/usage/counting/ports.ts';
import { isPresent, type Piece } from '../../../domain/usage/counting/series.ts';
import { type ChangedSource, type Counted, sourceIn } from '../../../domain/usage/counting/source.ts';
import { dayOf } from '../../../domain/weather/days.ts';
import { piecesOf } from './pieces-of.ts';
import type { CountingServices } from './services.ts';
import { termsOf } from './terms-of.ts';

/** Sources that are read and placed at the same time. */
const atOnce = 10;

/** What has to be done with a tile: pieces that may be new, or all of them anew. */
interface TileWork {
  fresh: Piece[];
  isAnew: boolean;
}

/**
 * Counts facts and fields as they are now. Pieces are stored before tiles are counted, and where a source lies is noted before its pieces: a worker that takes over from one
 * that has died finds all that was begun, and does it again.
 */
export async function countSources(
  ownerId: string,
  changed: readonly ChangedSource[],
  services: CountingServices,
): Promise<void> {
  const { sources, tiles, clock } = services;
  const overlay = await services.overlay();
  const places = await tiles.places(
    ownerId,
    changed.map(({ source }) => source),
  );
  const users = [...new Set(changed.map(({ source }) => sourceIn(source).svcUserId))];
  const existing = await sources.existing(ownerId, users);
  const read = await sideBySide(changed, ({ source }) => sources.read(ownerId, source));
  const findTerm = await termsOf(
    ownerId,
    read.flatMap((counted) => counted ?? []),
    services.firstDays,
  );
  const rules: CountingRules = {
    ...{ findTerm, overlay, today: dayOf(clock.now()) },
    isGone: (svcUserId) => users.includes(svcUserId) && !existing.has(svcUserId),
  };

  const work = new Map<string, TileWork>();
  const left = await sideBySide([...changed.entries()], ([index, { source, again }]) => {
    const place = { ownerId, source, counted: read[index], before: places.get(source), again, work };
    return placeSource(place, existing.has(sourceIn(source).svcUserId), overlay, services);
  });
  // Tiles add to the same sums, so that they would wait for one another.
  for (const [tile, one] of work) await countTile(ownerId, tile, one, rules, services);
  await sideBySide(left, (finish) => finish());
}

interface Placing {
  ownerId: string;
  source: string;
  counted: Counted | undefined;
  before: CountedPlace | undefined;
  again: boolean | undefined;
  work: Map<string, TileWork>;
}

/**
 * Brings the pieces of a source to where it is now, and notes which tiles have to be counted. Returns what is left to do after that.
 *
 * @param isKept whether the user is there: where a field of one was stays known, so that an erasure finds it.
 */
async function placeSource(
  { ownerId, source, counted, before, again, work }: Placing,
  isKept: boolean,
  overlay: Overlay,
  { tiles }: CountingServices,
): Promise<() => Promise<void>> {
  const now = counted ? piecesOf(counted, overlay) : new Map<string, Piece>();
  const content = contentOf(now);
  const left = (before?.tiles ?? []).filter((tile) => !now.has(tile));
  // A place without content is of a source whose counting was begun and not finished.
  const isSame = before === undefined || before.content === content;
  const all = [...new Set([...now.keys(), ...left])];
  await tiles.putPlace(ownerId, { source, tiles: all, content: isSame ? content : '' });
  for (const [tile, piece] of now) {
    await tiles.putPiece(ownerId, tile, piece);
    const { fresh, isAnew } = work.get(tile) ?? { fresh: [], isAnew: false };
    const mustBeAnew =
      !isSame || again === true || !piece.shape || piece.products.some((product) => isPresent({ product }));
    work.set(tile, { fresh: [...fresh, piece], isAnew: isAnew || mustBeAnew });
  }
  for (const tile of left) {
    await tiles.removePiece(ownerId, tile, source);
    work.set(tile, { fresh: work.get(tile)?.fresh ?? [], isAnew: true });
  }
  return async () => {
    const isField = 'fieldId' in sourceIn(source);
    if (now.size > 0) await tiles.putPlace(ownerId, { source, tiles: [...now.keys()], content });
    else if (isField && isKept) await tiles.putPlace(ownerId, { source, tiles: all, content });
    else await tiles.removePlace(ownerId, source);
  };
}

async function countTile(
  ownerId: string,
  tile: string,
  { fresh, isAnew }: TileWork,
  rules: CountingRules,
  { tiles }: CountingServices,
): Promise<void> {
  const before = await tiles.series(ownerId, tile);
  const appended = isAnew ? undefined : countAdded({ before, fresh }, rules);
  await tiles.apply(ownerId, tile, appended ?? countAll(before, await tiles.pieces(ownerId, tile), rules));
}

/** Does work on each item, on several at once. */
async function sideBySide<Item, Done>(items: readonly Item[], work: (item: Item) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    done.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
  }
  return done;
}

/** Tells the pieces of a source apart from those that it had before. */
function contentOf(pieces: ReadonlyMap<string, Piece>): string {
  return createHash('sha256')
    .update(JSON.stringify([...pieces]))
    .digest('hex');
}
