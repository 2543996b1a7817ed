import type { ProviderAdapter } from '../provider-adapter.ts';

/** Lindsay FieldNET. */
export const lindsay: ProviderAdapter<'Lindsay'> = {
  firstCall: async () => (await import('./irrigation.ts')).askFirstSystem,
  ports: { irrigation: async () => (await import('./irrigation.ts')).fieldNetIrrigation },
};
