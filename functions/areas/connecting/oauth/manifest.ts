import type { Setting } from '../../../manifest/manifest.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Helps owners to the consent of growers at providers.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, keys: 'read' },
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};

export const settings = {
  PROVIDER_ADDRESSES: {
    context: 'providerAddresses',
    otherwise: '{}',
    means:
      'addresses of providers in place of those of the table, as JSON: `{"Raven": {"PRODUCTION": {"consent": "https://…", "token": "https://…"}}}`',
  },
} as const satisfies Record<string, Setting>;
