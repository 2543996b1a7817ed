import * as z from 'zod';
import { limitText } from '../../../../domain/limits.ts';
import { linkMediaType, linkSchema } from '../../../http/body/download.ts';
import { defineArea } from '../../../http/endpoint.ts';
import { pointlakeBase } from '../../../http/pointlake-base.ts';
import { preferHeader } from '../../../http/prefer.ts';
import { shownQuerySchema } from '../execution/show.ts';
import { analyticsEndpoints } from './analytics/endpoints.ts';

/** A table that queries may name. */
const tableSchema = z
  .object({
    name: z.string().describe('The name of the table.'),
    description: z.string().describe('What a row describes, and when rows are added and removed.'),
    updatedTime: z.iso
      .datetime()
      .optional()
      .describe('When its rows last changed; absent for tables without rows and for shared tables.'),
    columns: z
      .array(
        z.object({
          name: z.string().describe('The name of the column.'),
          type: z.string().describe('In GoogleSQL.'),
          description: z.string().optional().describe('What the column has; absent where its name says it.'),
          unit: z.string().optional().describe('The unit of its numbers, if it is the same for all of them.'),
        }),
      )
      .describe('The columns of the table.'),
  })
  .meta({ id: 'QueryTable' });

const rowSchema = z.record(z.string(), z.unknown()).meta({ id: 'QueryRow' });

const started = {
  description: 'With `Prefer: respond-async`: the query, which is waiting for a slot.',
  headers: {
    Location: 'The URL of the status of the query.',
    'Preference-Applied': '`respond-async`, with `handling=lenient` if that was sent too.',
  },
  schema: shownQuerySchema,
  location: '/queries/{id}',
} as const;

const redirect = {
  description: `Redirects to a short-lived URL, on another origin, of a result of more than ${limitText.inlineBytes}. Do not send the bearer token there. With \`Accept: ${linkMediaType}\` the URL is returned instead.`,
} as const;

const responses = {
  200: {
    description: `All rows, as objects with a member per column. A result of more than ${limitText.queryRows} rows or ${limitText.queryBytes} is refused with 400 \`resultTooLarge\`, unless \`Prefer: handling=lenient\` accepts the first rows: \`X-Truncated: true\`, here or on a redirect, then means that there were more, a link has \`truncated\`, and the name of the file ends with \`-truncated\`.`,
    contentType: 'application/json',
    describes: z.array(rowSchema),
    otherTypes: { [linkMediaType]: linkSchema },
  },
  202: started,
  204: { description: 'The result has no rows.' },
  303: redirect,
} as const;

const timeout = {
  504: `The query did not finish within ${limitText.querySeconds}. The problem says how to narrow it; \`Prefer: respond-async\` allows ${limitText.storedQuerySeconds}.`,
};

const statement = {
  kind: 'text',
  description: 'One SELECT statement in BigQuery SQL.',
  example: 'SELECT operationType, COUNT(*) AS points FROM points GROUP BY operationType',
} as const;

/** Area Q: read-only SQL over every point that a machine logged. */
export const queryApi = defineArea({
  name: 'query',
  title: 'SQL queries',
  letter: 'Q',
  description:
    'SELECT statements in BigQuery SQL over the standard points of all machine files of the owner. A query that cannot be compiled is refused with the line and column of the error.',
  base: pointlakeBase,
  endpoints: {
    runQuery: {
      method: 'POST',
      path: '/query',
      summary: 'Run a query',
      description:
        'The query is the body, as plain text in the SQL of `docs/sql.md`; it reads the data of the account alone. 204 without rows. With `Prefer: respond-async` it runs on after the answer.',
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
      description: 'Queries longer than 8 kB are refused; send them with POST.',
      access: 'owner',
      permission: 'query:read',
      headers: z.object(preferHeader),
      errors: timeout,
      query: z.strictObject({
        sql: z.string().min(1).describe('One SELECT statement.'),
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
        'Writes all rows to one GeoParquet 1.1 file. The query must have a column of type GEOGRAPHY. Geometries are well-known binary with spherical edges; `bbox` has the bounding box of each row.',
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
        204: { description: 'The result has no rows.' },
        303: redirect,
      },
    },
    listTables: {
      method: 'GET',
      path: '/tables',
      summary: 'List the tables for queries',
      description:
        'In addition, every machine file has its own table `pointlake_file_{fileId}` with the columns of `points`; hyphens in its name need no quotes. A query of the table of an unknown file returns 400 `unknownTable`.',
      access: 'owner',
      permission: 'query:read',
      addition: true,
      responses: { 200: { description: 'The tables with their columns.', schema: z.array(tableSchema) } },
    },
    ...analyticsEndpoints,
  },
});
