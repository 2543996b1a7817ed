import * as z from 'zod';
import { defineArea } from '../../http/endpoint.ts';

/** The documentation itself. Also answers whatever no other route does. */
export const docsApi = defineArea({
  name: 'docs',
  title: 'Documentation',
  letter: '–',
  description: 'This documentation as a page and as an OpenAPI document.',
  base: '',
  endpoints: {
    getOpenApi: {
      method: 'GET',
      path: '/openapi.json',
      summary: 'The OpenAPI document',
      access: 'public',
      addition: true,
      responses: {
        200: { description: 'OpenAPI 3.1, with the URLs by which it was requested.', contentType: 'application/json' },
      },
    },
    getDocsPage: {
      method: 'GET',
      path: '/docs',
      summary: 'The documentation page',
      access: 'public',
      addition: true,
      responses: {
        200: {
          description: 'The page, which loads nothing from other origins.',
          contentType: 'text/html; charset=utf-8',
        },
      },
    },
    getDocsAsset: {
      method: 'GET',
      path: '/docs/{asset}',
      summary: 'A file that the documentation page needs',
      access: 'public',
      addition: true,
      params: z.object({ asset: z.string().max(100).describe('Name of the file.') }),
      responses: { 200: { description: 'The file.', contentType: '*/*' } },
    },
  },
});
