import type { HexGrid } from '../../../domain/yield-zones/hex-grid.ts';
import { type H3, hexGrid } from './hex-grid.ts';

/**
 * H3 from the folder `assets` beside the running bundle, loaded at first use: it is as large as all other code there.
 */
export function packagedH3(): () => Promise<HexGrid> {
  return async () => hexGrid((await import(new URL('./assets/h3.mjs', import.meta.url).href)) as H3);
}
