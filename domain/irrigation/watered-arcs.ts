import { type Pass, within } from './passes.ts';

/** An arc with one depth of water; arcs of a list do not overlap. */
export interface WateredArc {
  /** Where it begins, in degrees clockwise from north, from 0 to less than 360. */
  from: number;
  /** Degrees, up to 360. */
  width: number;
  depthMillimetres: number;
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
    return [{ from: within(sweep < 0 ? start + sweep : start), width: Math.abs(sweep), depth: depthMillimetres }];
  });
  const cuts = distinct(spans.flatMap(({ from, width }) => [from, within(from + width)]));
  const arcs: WateredArc[] = [];
  for (const [index, from] of cuts.entries()) {
    const width = cuts.length === 1 ? 360 : within((cuts[index + 1] ?? (cuts[0] as number) + 360) - from);
    const middle = from + width / 2;
    const depthMillimetres = spans.reduce((sum, span) => sum + span.depth * timesOver(span, middle), 0);
    const last = arcs.at(-1);
    if (depthMillimetres === 0) continue;
    if (last && isNext(last, from) && isSame(last.depthMillimetres, depthMillimetres)) last.width += width;
    else arcs.push({ from, width, depthMillimetres });
  }
  return joinedAtNorth(arcs);
}

/** How often a span passes a bearing. */
function timesOver({ from, width }: { from: number; width: number }, bearing: number): number {
  const ahead = within(bearing - from);
  return ahead > width ? 0 : 1 + Math.floor((width - ahead) / 360);
}

function distinct(bearings: readonly number[]): number[] {
  const sorted = [...bearings].sort((a, b) => a - b);
  const kept = sorted.filter((bearing, index) => index === 0 || bearing - (sorted[index - 1] as number) > sameDegrees);
  // 359.9999999 is north, too.
  if (kept.length > 1 && 360 - (kept.at(-1) as number) + (kept[0] as number) <= sameDegrees) kept.pop();
  return kept;
}

const isNext = ({ from, width }: WateredArc, at: number) => Math.abs(from + width - at) <= sameDegrees * 2;
const isSame = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(a, b);

function joinedAtNorth(arcs: WateredArc[]): WateredArc[] {
  const [first, last] = [arcs[0], arcs.at(-1)];
  if (!first || !last || first === last) return arcs;
  const ends = within(last.from + last.width);
  const meets = Math.abs(ends - first.from) <= sameDegrees * 2 || 360 - Math.abs(ends - first.from) <= sameDegrees * 2;
  if (!meets || !isSame(first.depthMillimetres, last.depthMillimetres)) return arcs;
  return [...arcs.slice(1, -1), { ...last, width: Math.min(360, last.width + first.width) }];
}
