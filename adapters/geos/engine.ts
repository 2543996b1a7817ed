import type initGeosJs from 'geos-wasm';

export type Geos = Awaited<ReturnType<typeof initGeosJs>>;

/** The module of geos-wasm. Functions load it from a separate file beside their bundle, since it is LGPL and large. */
export interface GeosModule {
  default: typeof initGeosJs;
}

/** GEOS with its last error message. */
export interface GeosEngine {
  geos: Geos;
  /** Returns and clears the message of the last error. */
  takeError(): string;
}

/**
 * Starts GEOS, which takes a tenth of a second: call it only when a shape needs it.
 *
 * @example const engine = await startGeos(() => import('geos-wasm'));
 */
export async function startGeos(load: () => Promise<GeosModule>): Promise<GeosEngine> {
  const errors: string[] = [];
  const note = (message: string) => {
    errors.push(message);
  };
  const { default: initialise } = await load();
  // These handlers are called inside GEOS and must not throw, since its memory would leak.
  const geos = await initialise({ errorHandler: note, noticeHandler: () => {} });
  return { geos, takeError: () => errors.splice(0).at(-1) ?? 'GEOS gave no reason' };
}
