import { noUser } from '../../events/event.ts';
import { type MultiPolygon, multiPolygon } from '../../geometry/multi-polygon.ts';
import type { Overlay } from '../../geometry/overlay.ts';
import { overlayHectares } from '../../geometry/overlay-area.ts';
import { type Day, later } from '../../weather/days.ts';
import { auditProduct, type ContractProduct } from '../contract.ts';

/** Areas are summed as whole numbers, so that sums of any order are equal: a ten-thousandth of an are, 10 by 10 cm. */
export const unitsPerHectare = 1_000_000;

/** What is counted without a term: the boundaries that are there now. */
export const present = 'present';

/** The part of counted work that lies in one tile. */
export interface Piece {
  /** Names the fact or field that it is part of. */
  source: string;
  products: ContractProduct[];
  /** A user, the pseudonym of an erased one, or the nil UUID. */
  svcUserId: string;
  day: Day;
  /** Absent if the area counts in full, whatever else is there. */
  shape?: MultiPolygon;
  hectares: number;
}

/** Whose area a series adds up: the owner's, in which users overlap, or that of one user. */
export const ofOwner = 'owner';

/** Names what a series counts: a product in a term, for an owner or a user. */
export interface SeriesName {
  product: ContractProduct;
  /** The first day of the term, or `present`. */
  term: string;
  subject: string;
}

/** How the ground of one tile was covered, day by day. */
export interface Series extends SeriesName {
  /** All ground that has been counted. Absent where areas count in full, and for what is present. */
  covered?: MultiPolygon | undefined;
  /** Units that were counted. */
  area: number;
  /** The last day that was counted. */
  upTo: Day;
  /** New units by day. */
  days: Record<Day, number>;
}

/** Finds the first day of the term in which a day counts, and the day on which it does. */
export type FindTerm = (product: ContractProduct, day: Day) => { term: string; day: Day };

export function nameOf({ product, term, subject }: SeriesName): string {
  return `${product}#${term}#${subject}`;
}

/** The series in which a piece counts. What belongs to no user counts for the owner alone. */
export function seriesOf(piece: Piece, findTerm: FindTerm): { name: SeriesName; day: Day }[] {
  const subjects = piece.svcUserId === noUser ? [ofOwner] : [ofOwner, piece.svcUserId];
  return piece.products.flatMap((product) => {
    const { term, day } = findTerm(product, piece.day);
    return subjects.map((subject) => ({ name: { product, term, subject }, day }));
  });
}

/** A series with one more piece; undefined if it is of an earlier day, so that all have to be counted again. Adding a piece twice changes nothing. */
export function added(
  before: Series | undefined,
  name: SeriesName,
  { shape, day }: { shape: MultiPolygon; day: Day },
  overlay: Overlay,
): Series | undefined {
  if (before && day < before.upTo) return undefined;
  const covered = overlay.union(before?.covered ? [before.covered, shape] : [shape]);
  const area = Math.max(before?.area ?? 0, unitsOf(overlayHectares(covered)));
  return next(before, name, { covered, area, day });
}

/** A series of pieces in any order. */
export function countedAnew(
  name: SeriesName,
  pieces: readonly { piece: Piece; day: Day }[],
  overlay: Overlay,
): Series | undefined {
  let series: Series | undefined;
  for (const { piece, day } of pieces.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))) {
    if (piece.shape) series = added(series, name, { shape: piece.shape, day }, overlay) ?? series;
    else series = next(series, name, { covered: undefined, area: (series?.area ?? 0) + unitsOf(piece.hectares), day });
  }
  return series;
}

/** What is present, as a series of changes: today's is the difference to what it was. */
export function presentNow(
  before: Series | undefined,
  name: SeriesName,
  { pieces, today }: { pieces: readonly Piece[]; today: Day },
  overlay: Overlay,
): Series | undefined {
  const whole = pieces.filter(({ shape }) => !shape).reduce((sum, { hectares }) => sum + unitsOf(hectares), 0);
  const shapes = pieces.flatMap(({ shape }) => shape ?? []);
  const area = whole + unitsOf(overlayHectares(shapes.length > 0 ? overlay.union(shapes) : multiPolygon([])));
  return next(before, name, { covered: undefined, area, day: later(today, before?.upTo ?? today) });
}

function next(
  before: Series | undefined,
  { product, term, subject }: SeriesName,
  { covered, area, day }: { covered: MultiPolygon | undefined; area: number; day: Day },
): Series {
  const more = area - (before?.area ?? 0);
  const days = { ...before?.days, [day]: (before?.days[day] ?? 0) + more };
  return { product, term, subject, covered, area, upTo: later(day, before?.upTo ?? day), days };
}

/** Whether a series shows what is present. */
export function isPresent({ product }: Pick<SeriesName, 'product'>): boolean {
  return product === auditProduct;
}

function unitsOf(hectares: number): number {
  return Math.round(hectares * unitsPerHectare);
}
