import type { Port } from '../../domain/providers/provider.ts';
import type { Exchanging, ProviderKey } from '../../domain/providers/providers.ts';
import { climateFieldView } from './climate-field-view/adapter.ts';
import { johnDeere } from './john-deere/adapter.ts';
import { lindsay } from './lindsay/adapter.ts';
import type { AnyAdapter, PortMaker, ProviderAdapter } from './provider-adapter.ts';
import { ravenSlingshot } from './raven-slingshot/adapter.ts';
import { trimble } from './trimble/adapter.ts';

/** The adapters of all providers whose rows name a port: one that is missing does not compile. */
const adapters: { readonly [Key in Exchanging]: ProviderAdapter<Key> } = {
  JohnDeere: johnDeere,
  ClimateFieldView: climateFieldView,
  Lindsay: lindsay,
  Trimble: trimble,
  RavenSlingshot: ravenSlingshot,
};

/** The adapter of a provider; undefined for one with which nothing is exchanged. */
export function adapterOf(provider: ProviderKey): AnyAdapter | undefined {
  return (adapters as Readonly<Partial<Record<ProviderKey, AnyAdapter>>>)[provider];
}

/**
 * A port of a provider, which is loaded by this; undefined where its row does not name it.
 *
 * @example const irrigation = await portOf('Lindsay', 'irrigation');
 */
export async function portOf<P extends Port>(provider: ProviderKey, port: P): Promise<PortMaker<P> | undefined> {
  return adapterOf(provider)?.ports[port]?.();
}
