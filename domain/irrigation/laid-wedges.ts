import { type MultiPolygon, multiPolygon, type Ring } from '../geometry/multi-polygon.ts';
import type { DepthPiece } from './depth-map.ts';
import { sectorOf } from './sectors.ts';
import { type CountedArc, summedArcs } from './watered-arcs.ts';
import type { Wedge, Wedges } from './wedges.ts';

/** Degrees: some centimetres at the end of a machine, by which rounded wedges overlap their neighbours. */
const narrowest = 0.003;
/** Radii of a pivot that differ by a smaller share are one. */
const sameRadius = 3e-4;
/** A pivot waters with or without its end gun. */
const maxRadii = 12;

/** A ring around the pivot between two radii, in which wedges overlap by bearing alone. */
interface Band {
  inner: number;
  outer: number;
  arcs: CountedArc[];
}

/** Ground of wedges, whose water adds up where they overlap, and the share of it on which several lie. */
export interface LaidWedges {
  pieces: DepthPiece[];
  overlapShare: number;
}

/** Lays wedges around one position over one another, by their bearings: n log n for n wedges. Undefined where they have too many radii for that. */
export function laidWedges({ centre, wedges }: Wedges): LaidWedges | undefined {
  const radii = distinctRadii(wedges);
  if (radii.length > maxRadii) return undefined;
  const bands = radii.map((outer, index): Band => {
    const reaching = wedges.filter(({ radiusMetres }) => radiusMetres >= outer * (1 - sameRadius));
    return { inner: radii[index - 1] ?? 0, outer, arcs: summedArcs(reaching, narrowest) };
  });
  const squares = ({ inner, outer, arcs }: Band, least: number) =>
    arcs.reduce((sum, { width, spans }) => sum + (spans >= least ? width * (outer ** 2 - inner ** 2) : 0), 0);
  const [several, all] = [2, 1].map((least) => bands.reduce((sum, band) => sum + squares(band, least), 0));
  return {
    overlapShare: (several ?? 0) / (all || 1),
    pieces: bands.flatMap(({ inner, outer, arcs }) =>
      arcs.map(({ depthMillimetres, ...arc }) => ({
        depthMillimetres,
        geometry: withoutInner(sectorOf({ centre, radiusMetres: outer }, arc), inner, outer, arc.width, centre),
      })),
    ),
  };
}

/** Radii in their order, of those that are one their mean. */
function distinctRadii(wedges: readonly Wedge[]): number[] {
  const groups: { first: number; sum: number; count: number }[] = [];
  for (const radius of wedges.map(({ radiusMetres }) => radiusMetres).sort((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last && radius <= last.first * (1 + sameRadius)) {
      last.sum += radius;
      last.count += 1;
    } else groups.push({ first: radius, sum: radius, count: 1 });
  }
  return groups.map(({ sum, count }) => sum / count);
}

/** The part of a sector beyond an inner radius: its own arc, once more and nearer, in place of the tip. */
function withoutInner(
  sector: MultiPolygon,
  inner: number,
  outer: number,
  width: number,
  [longitude, latitude]: Wedges['centre'],
): MultiPolygon {
  if (inner === 0) return sector;
  const ring = sector.coordinates[0]?.[0] ?? [];
  const arc = width >= 360 ? ring : ring.filter(([x, y]) => Math.hypot(x - longitude, y - latitude) > 1e-9);
  const nearer = arc
    .map(([x, y]): [number, number] => [
      longitude + ((x - longitude) * inner) / outer,
      latitude + ((y - latitude) * inner) / outer,
    ])
    .reverse();
  if (width >= 360) return multiPolygon([[ring, nearer]]);
  return multiPolygon([[[...arc, ...nearer, arc[0] as [number, number]] as Ring]]);
}
