import type { SoilDepth } from '../soil-reading.ts';

/**
 * A depth for people, in the unit of its file.
 *
 * @example depthText({ top: 0, bottom: 8, unit: 'in' }) // '0 to 8 in'
 */
export function depthText(depth: SoilDepth | undefined): string | undefined {
  return depth && `${depth.top} to ${depth.bottom}${depth.unit === undefined ? '' : ` ${depth.unit}`}`;
}
