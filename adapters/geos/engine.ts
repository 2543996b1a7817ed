import type initGeosJs from 'geos-wasm';

export type Geos = Awaited<ReturnType<typeof initGeosJs>>;

/** The module of geos-wasm. Functions load it from a file of its own beside their bundle, since it is LGPL and large. */
export interface GeosModule {
  default: typeof initGeosJs;
}

/** GEOS, and what it last complained of. */
export interface GeosEngine {
  geos: Geos;
  /** The message of the last error, which is forgotten with that. */
  takeError(): string;
}

/** Starts GEOS. Takes a tenth of a second, so it is left until a shape needs it. */
export async function startGeos(load: () => Promise<GeosModule>): Promise<GeosEngine> {
  const errors: string[] = [];
  const note = (message: string) => {
    errors.push(message);
  };
  const { default: initialise } = await load();
  // Throwing from these would leave what GEOS holds behind: they are called from inside it.
  const geos = await initialise({ errorHandler: note, noticeHandler: () => {} });
  return { geos, takeError: () => errors.splice(0).at(-1) ?? 'GEOS gave no reason' };
}
