import type { ProviderAdapter } from '../provider-adapter.ts';

/** Climate FieldView, whose calls carry the key of the application beside the token. */
export const climateFieldView: ProviderAdapter<'ClimateFieldView'> = {
  headers: { 'x-api-key': 'apiKey' },
  firstCall: async () => (await import('./fields.ts')).askFirstField,
  ports: {
    fields: async () => (await import('./fields.ts')).climateFields,
    files: async () => (await import('./files.ts')).climateFiles,
    layers: async () => (await import('./layers.ts')).climateLayers,
    sending: async () => (await import('./send-field.ts')).climateSending,
    prescriptions: async () => (await import('./prescriptions.ts')).climatePrescriptions,
  },
};
