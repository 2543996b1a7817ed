import type { FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Ends what got stuck, every minute.',
  memoryMegabytes: 512,
  timeoutSeconds: 240,
  deadlines: true,
  tables: {
    uploads: 'readWrite',
    operations: 'readWrite',
    events: 'add',
    usage: 'write',
    users: 'find',
    fields: 'readWrite',
    queries: 'readWrite',
  },
  objects: { files: { 'artefacts/': 'readWrite' } },
  sends: [
    'convert-boundaries',
    'process-machine-files',
    'merge-fields',
    'sync-fields',
    'run-queries',
    'write-tables',
    'compact-lake',
  ],
  peeks: ['convert-boundaries', 'process-machine-files'],
};
