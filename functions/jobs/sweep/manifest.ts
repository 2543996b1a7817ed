import type { FunctionNeeds } from '../../manifest/needs.ts';

/** With what the parts of areas and jobs need; `manifests.ts` adds it. */
export const needs: FunctionNeeds = {
  purpose: 'Ends what got stuck, every minute.',
  memoryMegabytes: 512,
  timeoutSeconds: 240,
  deadlines: true,
};
