import { type Pass, within } from './passes.ts';

/** An arc with one depth of water; arcs of a list do not overlap. */
export interface WateredArc {
  /** Where it begins, in degrees clockwise from north, from 0 to less than 360. */
  from: number;
  /** Degrees, up to 360. */
  width: number;
  depthMillimetres: number;
}

/** An arc that was watered, which may overlap others, and itself if it is longer than a turn. */
export type Span = WateredArc;

/** An arc, and how many spans it is of. */
export interface CountedArc extends WateredArc {
  spans: number;
}

/** Below the steps of any panel. */
const sameDegrees = 1e-6;

/**
 * The arcs that passes water: those that overlap add up, also those of several turns. An arc that crosses north is one. Passes without a depth water nothing.
 *
 * @example wateredArcs([{ start: 350, sweep: 20, depthMillimetres: 8, … }]) // [{ from: 350, width: 20, depthMillimetres: 8 }]
 */
export function wateredArcs(passes: readonly Pass[]): WateredArc[] {
  const spans = passes.flatMap(({ start, sweep, depthMillimetres = 0 }) => {
    if (depthMillimetres <= 0 || sweep === 0) return [];
    return [{ from: within(sweep < 0 ? start + sweep : start), width: Math.abs(sweep), depthMillimetres }];
  });
  return summedArcs(spans, sameDegrees).map(({ spans: _, ...arc }) => arc);
}

/**
 * The arcs of one depth under spans, whose depths add up: in the order of bearings, except that one over north is last. Takes n log n.
 *
 * @param narrowest arcs in degrees: bearings that are closer to each other are taken for one.
 */
export function summedArcs(spans: readonly Span[], narrowest: number): CountedArc[] {
  let [depth, count] = [0, 0];
  const changes: { at: number; depth: number; count: number }[] = [];
  for (const { from, width, depthMillimetres } of spans) {
    const turns = Math.floor(width / 360 + narrowest / 360);
    const rest = width - turns * 360;
    const begin = within(from);
    depth += turns * depthMillimetres;
    count += turns;
    if (rest <= narrowest) continue;
    const end = begin + rest;
    const isOverNorth = end >= 360;
    if (isOverNorth) {
      depth += depthMillimetres;
      count += 1;
    }
    changes.push({ at: begin, depth: depthMillimetres, count: 1 });
    // Not `within`, which rounds a bearing just below 360 to 0: that arc would end before it begins.
    changes.push({ at: isOverNorth ? end - 360 : end, depth: -depthMillimetres, count: -1 });
  }
  changes.sort((a, b) => a.at - b.at);
  const arcs: CountedArc[] = [];
  let from = 0;
  for (const change of [...changes, { at: 360, depth: 0, count: 0 }]) {
    if (change.at - from > narrowest) {
      if (count > 0) append(arcs, { from, width: change.at - from, depthMillimetres: depth, spans: count });
      from = change.at;
    }
    count += change.count;
    // Of no spans there is no water, whatever is left of sums and differences.
    depth = count > 0 ? depth + change.depth : 0;
  }
  return joinedAtNorth(arcs, narrowest);
}

function append(arcs: CountedArc[], arc: CountedArc): void {
  const last = arcs.at(-1);
  if (last && last.from + last.width === arc.from && isSame(last, arc)) last.width += arc.width;
  else arcs.push(arc);
}

const isSame = (a: CountedArc, b: CountedArc) =>
  a.spans === b.spans &&
  Math.abs(a.depthMillimetres - b.depthMillimetres) <= 1e-9 * Math.max(a.depthMillimetres, b.depthMillimetres);

function joinedAtNorth(arcs: CountedArc[], narrowest: number): CountedArc[] {
  const [first, last] = [arcs[0], arcs.at(-1)];
  if (!first || !last || first === last || !isSame(first, last)) return arcs;
  if (first.from > narrowest || last.from + last.width < 360 - narrowest) return arcs;
  return [...arcs.slice(1, -1), { ...last, width: Math.min(360, last.width + first.width) }];
}
