import type { Overlay } from '../../domain/geometry/overlay.ts';
import type { GeosModule } from './engine.ts';
import { geosOverlay } from './geos-overlay.ts';

/**
 * GEOS from the folder `assets` beside the running bundle, started at first use.
 *
 * @example
 * const overlay = packagedGeos(); // at module level
 * const shape = await givenGeometry(body.geometry, overlay); // starts GEOS only if needed
 */
export function packagedGeos(): () => Promise<Overlay> {
  let started: Promise<Overlay> | undefined;
  const load = () => import(new URL('./assets/geos.mjs', import.meta.url).href) as Promise<GeosModule>;
  return () => {
    started ??= geosOverlay(load).catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
}
