import type { FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'The documentation, and the answer to addresses that do not exist.',
  memoryMegabytes: 512,
  timeoutSeconds: 10,
};
