import { createHash } from 'node:crypto';
import { Problem } from '../../../domain/errors.ts';
import type { MultiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import type { Piece } from '../../../domain/usage/counting/series.ts';
import type { Counted } from '../../../domain/usage/counting/source.ts';
import { cutIntoTiles } from '../../../domain/usage/counting/tiles.ts';

/**
 * The pieces of counted work by tile. Boundaries that are present have tiles of their own, so that a change of one does not count anew what was worked. What has no shape, or
 * one that cannot be laid over others, is a piece by itself.
 */
export function piecesOf({ isPresent, shape, ...counted }: Counted, overlay: Overlay): Map<string, Piece> {
  // The day on which a boundary is looked at is none of its own.
  const piece: Piece = isPresent ? { ...counted, day: '' } : counted;
  const parts = shape && tilesOf(shape, overlay);
  if (!parts) return counted.hectares > 0 ? new Map([[tileOfOne(counted.source), piece]]) : new Map();
  const prefix = isPresent ? 'present-' : '';
  return new Map([...parts].map(([tile, part]) => [prefix + tile, { ...piece, shape: part }]));
}

/** The tile stays with the owner's history when the user is deleted, so that its name tells nothing of the source. */
function tileOfOne(source: string): string {
  return `whole-${createHash('sha256').update(source).digest('base64url')}`;
}

function tilesOf(shape: MultiPolygon, overlay: Overlay): Map<string, MultiPolygon> | undefined {
  try {
    return cutIntoTiles(shape, overlay);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
