import type { FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'The documentation, and the response for paths that do not exist.',
  memoryMegabytes: 512,
  timeoutSeconds: 10,
  assets: {
    'openapi.json': 'docs/openapi.json',
    'swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
    'swagger-ui-bundle.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  },
};
