import * as z from 'zod';
import { linkMediaType, linkSchema } from '../../../http/body/download.ts';
import { defineArea } from '../../../http/endpoint.ts';
import { pointlakeBase } from '../../../http/pointlake-base.ts';
import { preferHeader } from '../../../http/prefer.ts';
import { shownQuerySchema } from '../execution/show.ts';
import { analyticsEndpoints } from './analytics/endpoints.ts';

/** A table that queries may name. */
const tableSchema = z
  .object({
    name: z.string(),
    description: z.string().describe('What a row is, and when it comes and goes.'),
    updatedTime: z.iso
      .datetime()
      .optional()
      .describe(
        'When its rows changed the last time; absent for tables without rows, and for tables that all owners share.',
      ),
    columns: z.array(
      z.object({
        name: z.string(),
        type: z.string().describe('In GoogleSQL.'),
        description: z.string().optional(),
        unit: z.string().optional().describe('Of its numbers, if they all have the same.'),
      }),
    ),
  })
  .meta({ id: 'QueryTable' });

const rowSchema = z.record(z.string(), z.unknown()).meta({ id: 'QueryRow' });

const started = {
  description: 'With `Prefer: respond-async`: the query, which waits for a slot.',
  headers: { Location: 'Where the query tells how far it is.', 'Preference-Applied': '`respond-async`.' },
  schema: shownQuerySchema,
  location: '/queries/{id}',
} as const;

const redirect = {
  description: `To a short-lived address of a result of more than 4.5 MB, on another origin. Send no bearer token there. With \`Accept: ${linkMediaType}\` the address is answered instead.`,
} as const;

const responses = {
  200: {
    description:
      'The rows, as objects by the names of the columns. `X-Truncated: true`, here or on a redirect, says that there were more than 1,000,000, or than 250 MB of them; a link has `truncated` then, and the name of the file ends with `-truncated`.',
    contentType: 'application/json',
    describes: z.array(rowSchema),
    otherTypes: { [linkMediaType]: linkSchema },
  },
  202: started,
  204: { description: 'The query has no rows.' },
  303: redirect,
} as const;

const timeout = {
  504: 'The query did not end within 23 seconds. The answer says how to narrow it; `Prefer: respond-async` gives it 14 minutes.',
};

const statement = {
  kind: 'text',
  description: 'One SELECT in the SQL of BigQuery.',
  example: 'SELECT operationType, COUNT(*) AS points FROM points GROUP BY operationType',
} as const;

/** Area Q: read-only SQL over every point that a machine logged. */
export const queryApi = defineArea({
  name: 'query',
  title: 'SQL queries',
  letter: 'Q',
  description:
    'SELECT statements in the SQL of BigQuery over the standard points of all machine files of the owner. What cannot be compiled is refused with its line and column.',
  base: pointlakeBase,
  endpoints: {
    runQuery: {
      method: 'POST',
      path: '/query',
      summary: 'Run a query',
      access: 'owner',
      permission: 'query:read',
      idempotent: 'respond-async',
      headers: z.object(preferHeader),
      body: statement,
      errors: timeout,
      responses,
    },
    runQueryInAddress: {
      method: 'GET',
      path: '/query',
      summary: 'Run a short query',
      description: 'Queries longer than 8 kB are refused: POST them.',
      access: 'owner',
      permission: 'query:read',
      headers: z.object(preferHeader),
      errors: timeout,
      query: z.strictObject({
        sql: z.string().min(1).describe('One SELECT.'),
        fileId: z.string().optional().describe('Accepted and ignored: the query names its tables.'),
        sqlEngine: z.string().optional().describe('Accepted and ignored.'),
      }),
      responses,
    },
    exportQuery: {
      method: 'POST',
      path: '/export-query-geoparquet',
      summary: 'Export a query as GeoParquet',
      description:
        'One file of GeoParquet 1.1 with all rows, which must have a column of type GEOGRAPHY. Geometries are well-known binary with spherical edges; `bbox` has the box of each.',
      access: 'owner',
      permission: 'query:export',
      idempotent: 'respond-async',
      headers: z.object(preferHeader),
      errors: timeout,
      body: { ...statement, example: 'SELECT geometry, crop, wetMassPerArea FROM points' },
      responses: {
        200: {
          description: 'The file.',
          contentType: 'application/octet-stream',
          otherTypes: { [linkMediaType]: linkSchema },
        },
        202: started,
        204: { description: 'The query has no rows.' },
        303: redirect,
      },
    },
    listTables: {
      method: 'GET',
      path: '/tables',
      summary: 'List the tables of queries',
      description:
        'Beside them every machine file has a table of its own, `pointlake_file_{fileId}`, with the columns of `points`; hyphens need no quotes there. The table of a file that does not exist is 400 `unknownTable`.',
      access: 'owner',
      permission: 'query:read',
      addition: true,
      responses: { 200: { description: 'The tables with their columns.', schema: z.array(tableSchema) } },
    },
    ...analyticsEndpoints,
  },
});
