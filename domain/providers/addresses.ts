import * as z from 'zod';
import type { Addresses, ClientEnvironment } from './provider.ts';
import { type ProviderKey, providerOf, providers } from './providers.ts';

const addresses = z.strictObject({
  /** Null: the provider is not called. */
  api: z.url().nullable().optional(),
  consent: z.url().optional(),
  token: z.url().optional(),
  signIn: z.url().optional(),
  discovery: z.url().optional(),
  others: z.array(z.url()).optional(),
});

/**
 * URLs that an operator configures in place of those of the table: `{"Raven": {"PRODUCTION": {"token": "https://…"}}}`.
 */
export const givenAddressesSchema = z.partialRecord(
  z.enum(providers.map(({ key }) => key) as [ProviderKey, ...ProviderKey[]]),
  z.partialRecord(z.enum(['STAGE', 'PRODUCTION']), addresses),
);

export type GivenAddresses = z.infer<typeof givenAddressesSchema>;

/** The URLs of a provider: the configured ones, and otherwise those of its row. */
export function addressesOf(key: ProviderKey, environment: ClientEnvironment, given: GivenAddresses): Addresses {
  const chosen = Object.entries(given[key]?.[environment] ?? {}).filter(([, address]) => address !== undefined);
  const all = { ...providerOf(key).addresses[environment], ...Object.fromEntries(chosen) };
  return Object.fromEntries(Object.entries(all).filter(([, address]) => address !== null));
}
