import type { ProviderAdapter } from '../provider-adapter.ts';

/** John Deere Operations Center. It publishes no rates: 429 and its `Retry-After` say the rest. */
export const johnDeere: ProviderAdapter<'JohnDeere'> = {
  firstCall: async () => (await import('./organizations.ts')).askFirstOrganization,
  ports: {
    organizations: async () => (await import('./organizations.ts')).deereOrganizations,
    fields: async () => (await import('./fields.ts')).deereFields,
    files: async () => (await import('./files.ts')).deereFiles,
    assets: async () => (await import('./assets.ts')).deereAssets,
    push: async () => (await import('./subscriptions.ts')).deereSubscriptions,
    sending: async () => (await import('./send-field.ts')).deereSending,
    prescriptions: async () => (await import('./prescriptions.ts')).deerePrescriptions,
  },
};
