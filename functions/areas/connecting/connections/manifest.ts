import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Accounts at providers that growers connect on pages.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'change', keys: 'read', credentials: 'readWrite' },
  publishes: ['credentialsConnected', 'credentialsDisconnected', 'credentialChanged'],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};
