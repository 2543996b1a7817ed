import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Consent of growers at providers, from the first click to the credential.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'change', keys: 'read', credentials: 'readWrite', fields: 'read' },
  publishes: ['credentialsConnected', 'credentialChanged'],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};
