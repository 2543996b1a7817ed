import type { FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'The pages that people see, and their files.',
  memoryMegabytes: 512,
  timeoutSeconds: 10,
  tables: { users: 'find', keys: 'find' },
  // Its name alone: pages may send files there, and their function may not.
  objects: { files: {} },
  assets: {
    'preact-licence': 'node_modules/preact/LICENSE',
    'preact-signals-licence': 'node_modules/@preact/signals/LICENSE',
    'uplot-licence': 'node_modules/uplot/LICENSE',
  },
};
