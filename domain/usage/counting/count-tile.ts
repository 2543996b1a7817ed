import type { Overlay } from '../../geometry/overlay.ts';
import type { Day } from '../../weather/days.ts';
import {
  added,
  countedAnew,
  type FindTerm,
  isPresent,
  nameOf,
  type Piece,
  presentNow,
  type Series,
  seriesOf,
} from './series.ts';

/** A tile and what is known of it. */
export interface Tile {
  /** Its series, by name. */
  before: ReadonlyMap<string, Series>;
  /** Pieces that may not have been counted. */
  fresh: readonly Piece[];
}

/** A series that changes; absent after the change if nothing is left of it. */
export interface SeriesChange {
  before?: Series | undefined;
  after?: Series | undefined;
}

export interface CountingRules {
  findTerm: FindTerm;
  today: Day;
  overlay: Overlay;
  /** Whether a user has been deleted: nothing is left of what was present of it, not even in the past. */
  isGone(svcUserId: string): boolean;
}

/**
 * Counts pieces that were added to a tile. The cost is that of the pieces, however many were counted before. Undefined if all of the tile's pieces are needed: one is
 * earlier than what was counted, has no shape, or is of something present.
 */
export function countAdded({ before, fresh }: Tile, { findTerm, overlay }: CountingRules): SeriesChange[] | undefined {
  const after = new Map<string, Series>();
  const ordered = fresh.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  for (const piece of ordered) {
    for (const { name, day } of seriesOf(piece, findTerm)) {
      const key = nameOf(name);
      if (isPresent(name) || !piece.shape) return undefined;
      const series = added(after.get(key) ?? before.get(key), name, { shape: piece.shape, day }, overlay);
      if (!series) return undefined;
      after.set(key, series);
    }
  }
  return changesOf(before, after, [...after.keys()]);
}

/** Counts all pieces of a tile anew, which does not depend on the order in which they came. */
export function countAll(
  before: Tile['before'],
  pieces: readonly Piece[],
  { findTerm, today, overlay, isGone }: CountingRules,
): SeriesChange[] {
  const groups = new Map<
    string,
    { name: Series | ReturnType<typeof seriesOf>[number]['name']; of: { piece: Piece; day: Day }[] }
  >();
  for (const [key, series] of before) groups.set(key, { name: series, of: [] });
  for (const piece of pieces) {
    for (const { name, day } of seriesOf(piece, findTerm)) {
      const group = groups.get(nameOf(name)) ?? { name, of: [] };
      group.of.push({ piece, day });
      groups.set(nameOf(name), group);
    }
  }
  const after = new Map<string, Series>();
  for (const [key, { name, of }] of groups) {
    const series = isPresent(name)
      ? presentNow(before.get(key), name, { pieces: of.map(({ piece }) => piece), today }, overlay)
      : countedAnew(name, of, overlay);
    if (series && (of.length > 0 || (isPresent(name) && !isGone(name.subject)))) after.set(key, series);
  }
  return changesOf(before, after, [...groups.keys()]);
}

/** New units by day that a change adds to the sums; negative where less is counted. */
export function differenceOf({ before, after }: SeriesChange): Record<Day, number> {
  const days = new Set([...Object.keys(before?.days ?? {}), ...Object.keys(after?.days ?? {})]);
  const changed = [...days].map((day) => [day, (after?.days[day] ?? 0) - (before?.days[day] ?? 0)] as const);
  return Object.fromEntries(changed.filter(([, units]) => units !== 0));
}

function changesOf(
  before: Tile['before'],
  after: ReadonlyMap<string, Series>,
  keys: readonly string[],
): SeriesChange[] {
  return keys.map((key) => ({ before: before.get(key), after: after.get(key) }));
}
