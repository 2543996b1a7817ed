export const planetaryComputer = 'planetary-computer';

/**
 * The collections of a catalogue that have Sentinel-2 L2A, the preferred one first. A catalogue of an unknown name has those of Earth Search.
 *
 * @example collectionsOf('planetary-computer') // ['sentinel-2-l2a']
 */
export function collectionsOf(upstream: string): readonly string[] {
  return upstream === planetaryComputer ? ['sentinel-2-l2a'] : ['sentinel-2-c1-l2a', 'sentinel-2-l2a'];
}
