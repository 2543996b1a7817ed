import type { Setting } from '../../manifest/manifest.ts';
import { apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Notifications of providers, which begin rounds.',
  memoryMegabytes: 512,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { credentials: 'change' },
  sends: ['sync-fields', 'sync-files'],
};

export const settings = {
  PUBLIC_ADDRESS: {
    context: 'publicAddress',
    otherwise: '',
    means:
      'the https address at which providers reach this API, such as `https://api.example.com`: they then notify of changes. Without it, changes are found by scheduled rounds alone',
  },
  JOHN_DEERE_EVENT_TYPES: {
    context: 'johnDeereEventTypes',
    otherwise: 'fieldOperation',
    means:
      'types of events of John Deere that are subscribed to, separated by commas. Only the usual one is documented; the portal of the provider has others',
  },
} as const satisfies Record<string, Setting>;
