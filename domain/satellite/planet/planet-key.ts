import * as z from 'zod';
import type { Sealer, SecretScope } from '../../secrets.ts';

/** The access to Planet as owners see it. */
export const planetAccessSchema = z
  .object({
    enabled: z
      .boolean()
      .describe('Whether there is an API key, so that fields may have `planet` among their providers.'),
    apiKey: z.string().optional().describe('`****` and the last four characters of the key.'),
    checkedAt: z.iso.datetime().optional().describe('When the key was checked with Planet and stored.'),
  })
  .meta({ id: 'PlanetAccess' });

/** The stored facts about a key, beside its ciphertext. */
export interface PlanetAccess {
  /** `****` and the last four characters. */
  apiKey: string;
  checkedAt: string;
}

/** The API keys of owners for Planet, one each. */
export interface PlanetKeys {
  get(ownerId: string): Promise<PlanetAccess | undefined>;
  sealed(ownerId: string): Promise<string | undefined>;
  put(ownerId: string, access: PlanetAccess, sealed: string): Promise<void>;
  /** False when there is none. */
  remove(ownerId: string): Promise<boolean>;
}

/** The scope of a sealed key: sealed for one owner, it cannot be opened for another. */
export function planetKeyScope(ownerId: string): SecretScope {
  return { ownerId, provider: 'Planet', member: 'apiKey' };
}

export interface PlanetKeyServices {
  keys: Pick<PlanetKeys, 'sealed'>;
  sealer: Pick<Sealer, 'open'>;
}

/**
 * The key of an owner in plain text; undefined when there is none.
 *
 * @example const apiKey = await openPlanetKey(ownerId, { keys, sealer });
 */
export async function openPlanetKey(ownerId: string, { keys, sealer }: PlanetKeyServices): Promise<string | undefined> {
  const sealed = await keys.sealed(ownerId);
  return sealed === undefined ? undefined : sealer.open(planetKeyScope(ownerId), sealed);
}

/** The reason of processes and searches that fail without a key. */
export const noPlanetKey = 'There is no API key for Planet. Set one with PUT /providers/planet.';
