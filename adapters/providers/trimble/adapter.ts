import type { ProviderAdapter } from '../provider-adapter.ts';

/** Trimble Ag. */
export const trimble: ProviderAdapter<'Trimble'> = {
  firstCall: async () => (await import('./organizations.ts')).askOrganizations,
  ports: { prescriptions: async () => (await import('./prescriptions.ts')).trimblePrescriptions },
};
