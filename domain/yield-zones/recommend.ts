import { meanOf, variation } from './figures.ts';
import type { Zone } from './make-zones.ts';

/** Relative deviation from the mean above which a zone is called high or low. */
const clearly = 0.1;
/** Variation within a zone above which its mean is unreliable. */
const uneven = 0.3;
/** Number of points below which the figures of a zone are unreliable. */
const fewPoints = 50;

export type Level = 'high' | 'average' | 'low';

/** @returns undefined if nothing was measured. */
export function levelOf({ figures: { share } }: Zone, mean: number | undefined): Level | undefined {
  const own = meanOf(share);
  if (own === undefined || !mean) return undefined;
  const relative = own / mean;
  return relative >= 1 + clearly ? 'high' : relative <= 1 - clearly ? 'low' : 'average';
}

/** Recommendations that the figures of a zone support. */
export function recommendations(
  zone: Zone,
  level: Level | undefined,
  { ofYield, files }: { ofYield: boolean; files: number },
): string[] {
  const { points, share } = zone.figures;
  const found: string[] = [];
  if (points < fewPoints) found.push(`There are only ${points} points, too few for a recommendation.`);
  if (!ofYield) return found;
  if (level === 'low') {
    found.push(
      'Yields less than the field’s average: look at soil, drainage and compaction here before spending more on it.',
    );
  }
  if (level === 'high')
    found.push('Yields more than the field’s average: replace the nutrients that the crop takes away here.');
  if ((variation(share) ?? 0) > uneven)
    found.push('Yield varies a lot within the zone: more or smaller zones may fit better.');
  if (files === 1) found.push('This is one file: compare it with another season before changing rates.');
  return found;
}
