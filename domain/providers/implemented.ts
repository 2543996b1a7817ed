import type { ProviderKey } from './providers.ts';

/**
 * Kinds of data with an adapter of their own: organizations; growers, farms, fields and boundaries; machine files; machines, implements and operators;
 * image layers that are sent; boundaries that are sent; notifications of changes; machines that water, and their water; prescriptions.
 */
export type Port =
  | 'organizations'
  | 'fields'
  | 'files'
  | 'assets'
  | 'layers'
  | 'sending'
  | 'push'
  | 'irrigation'
  | 'prescriptions';

/**
 * What Furrow exchanges with each provider over its real wire. The compiler holds the adapters against this table; `delivers` in the table of providers says what the
 * contract promises.
 */
export const implemented = {
  JohnDeere: ['organizations', 'fields', 'files', 'assets', 'push', 'sending', 'prescriptions'],
  ClimateFieldView: ['fields', 'files', 'layers', 'sending', 'prescriptions'],
  Lindsay: ['irrigation'],
  Trimble: ['prescriptions'],
  RavenSlingshot: ['prescriptions'],
} as const satisfies Partial<Record<ProviderKey, readonly Port[]>>;

type Implemented = typeof implemented;

/** The providers that have an adapter for a kind of data. */
export type Implementing<P extends Port> = {
  [Key in keyof Implemented]: P extends Implemented[Key][number] ? Key : never;
}[keyof Implemented];

/**
 * The kinds of data that Furrow exchanges with a provider; none for most.
 *
 */
export function portsOf(provider: ProviderKey): readonly Port[] {
  return (implemented as Partial<Record<ProviderKey, readonly Port[]>>)[provider] ?? [];
}

/** Whether rounds follow the accounts of a provider: prescriptions are sent on request, and nothing comes by itself. */
export function isFollowed(provider: ProviderKey): boolean {
  return portsOf(provider).some((port) => port !== 'prescriptions');
}
