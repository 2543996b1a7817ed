import type { Area } from '../endpoint.ts';

/** The areas that share the base which an area takes. Their contracts are loaded when one is meant. */
export function neighboursOf(taker: Area): () => Promise<readonly Area[]> {
  return async () => {
    const { areas } = await import('../../areas.ts');
    return areas.filter(({ name, base }) => base === taker.base && name !== taker.name);
  };
}
