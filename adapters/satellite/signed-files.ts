import * as z from 'zod';
import type { Clock } from '../../domain/clock.ts';
import { askCatalogue } from './ask-catalogue.ts';
import type { Signer } from './ranges.ts';

const token = z.object({ 'msft:expiry': z.iso.datetime({ offset: true }), token: z.string().min(1) });

/** A new token is requested this long before the old one expires. */
const earlyMilliseconds = 5 * 60_000;

/**
 * Signs URLs of Planetary Computer's files with a token that is good for an hour or so (https://planetarycomputer.microsoft.com/docs/concepts/sas/).
 *
 * @param address the URL of its catalogue: `https://planetarycomputer.microsoft.com/api/stac/v1`.
 */
export function signedFiles(address: string, collection: string, clock: Clock): Signer {
  const url = new URL(`/api/sas/v1/token/${encodeURIComponent(collection)}`, address);
  let known: { query: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async () => {
    const answer = await askCatalogue(url.host, url, token);
    known = { query: answer.token, until: Date.parse(answer['msft:expiry']) - earlyMilliseconds };
    return known.query;
  };

  const query = () => {
    if (known && known.until > clock.now()) return known.query;
    // The bands of a scene are read at once, and wait for one token together.
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return {
    async sign(href) {
      const signed = new URL(href);
      signed.search = await query();
      return signed.href;
    },

    refused(signed) {
      // A token that replaced the refused one meanwhile is kept.
      if (known && new URL(signed).search === `?${known.query}`) known = undefined;
    },
  };
}
