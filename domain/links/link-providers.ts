import { invalid, type Problem } from '../errors.ts';
import type { ProviderKey } from '../providers/providers.ts';
import { allProviders, type LinkProviders, linkProviders, type Widget } from './magic-link.ts';

interface Wanted {
  allowedProviders?: typeof allProviders | (ProviderKey | typeof allProviders)[] | undefined;
  provider?: ProviderKey | undefined;
}

/**
 * The providers of a new link. A grower can connect only providers that the owner has app keys for.
 *
 * @param configured the providers that the owner has app keys for.
 * @throws Problem 400 `appKeyMissing`, which names the providers without app keys.
 */
export async function chosenProviders(
  widget: Widget,
  { allowedProviders, provider }: Wanted,
  configured: () => Promise<ReadonlySet<ProviderKey>>,
): Promise<LinkProviders> {
  if (widget === 'FILEUPLOAD') return {};
  const known = await configured();
  if (widget === 'AUTHENTICATION') {
    if (provider === undefined) throw invalid('#/provider', 'is required');
    if (!known.has(provider)) throw appKeyMissing([provider], '#/provider');
    return { provider };
  }
  const named = isAll(allowedProviders) ? undefined : [...new Set(allowedProviders as ProviderKey[])];
  const missing = named?.filter((key) => !known.has(key)) ?? [];
  if (missing.length > 0) throw appKeyMissing(missing, '#/allowedProviders');
  const all = named ?? linkProviders.filter((key) => known.has(key));
  if (all.length === 0) throw noAppKeys();
  return { allowedProviders: all };
}

function isAll(wanted: Wanted['allowedProviders']): boolean {
  return wanted === undefined || wanted === allProviders || wanted.includes(allProviders);
}

function appKeyMissing(missing: readonly ProviderKey[], pointer: string): Problem {
  const named = missing.join(', ');
  return invalid(
    pointer,
    `You have no app key for ${named}. Register one under /app-keys/${missing[0]} first.`,
    'appKeyMissing',
  );
}

function noAppKeys(): Problem {
  const detail = `You have no app key for any provider of links (${linkProviders.join(', ')}). Register one under /app-keys first.`;
  return invalid('#/allowedProviders', detail, 'appKeyMissing');
}
