import * as z from 'zod';
import { limitText } from '../../../../../domain/limits.ts';
import { defineEndpoints } from '../../../../http/endpoint.ts';
import { userInPath } from '../../../../http/existence.ts';
import { lenientHeader } from '../../../../http/prefer.ts';
import { h3Resolution, polygon, sampleRate, timeInOrder, timeRange, userPath, zoneCount } from './parameters.ts';
import { zonesSchema } from './zones-schema.ts';

const rowSchema = z.record(z.string(), z.unknown());

const metadataSchema = z
  .object({
    totalFiles: z.int().describe('The number of files of the user with points in this time and area.'),
    processedFiles: z.int().describe('The number of files that were read; always all of them.'),
    failedFiles: z.int().describe('The number of files that could not be read; always 0.'),
    totalPoints: z.int().describe('The number of points of the user in this time and area.'),
    processingTimeMs: z.int().describe('How long the request took, in milliseconds.'),
    sampleRate: z.number().describe('Percent of the points that the response contains.'),
    customQuery: z.string().optional().describe('The query that was sent.'),
    errors: z
      .array(
        z.object({
          fileId: z.uuid().describe('Id of the file.'),
          error: z.string().describe('The error, for programs.'),
          message: z.string().describe('The error as a sentence.'),
        }),
      )
      .describe('Always empty: a request that cannot read a file fails as a whole.'),
  })
  .meta({ id: 'AnalyticsMetadata' });

const base = '/beta/analytics/user/{svcUserId}';
const cut = '`X-Truncated: true` means that there were more points than a response can hold.';

const common = {
  access: 'owner',
  permission: 'query:read',
  errors: { 504: `The query did not finish within ${limitText.querySeconds}. The problem says how to narrow it.` },
  addition: true,
  beta: true,
  params: userPath,
  exists: { user: userInPath },
} as const;

/** Queries over the points of one user. */
export const analyticsEndpoints = defineEndpoints({
  runUserQuery: {
    ...common,
    method: 'POST',
    path: `${base}/sql`,
    summary: "Run a query over a user's data",
    description:
      'Like `POST /query`, but all tables hold only the rows of one user, and points only those of a span of time. Queries are refused with the same errors.',
    headers: z.object(lenientHeader),
    body: {
      kind: 'json',
      schema: z
        .strictObject({ query: z.string().min(1).describe('One SELECT statement.'), ...timeRange })
        .refine(...timeInOrder)
        .meta({ id: 'UserQuery' }),
      example: { query: 'SELECT COUNT(*) AS points FROM points', startDate: '2024-01-01T00:00:00.000Z' },
    },
    responses: {
      200: {
        description:
          'The rows; an empty list if there are none. More rows than a response can hold are refused with 400 `resultTooLarge`; with `Prefer: handling=lenient` the first of them are returned, with `X-Truncated: true`.',
        schema: z
          .object({
            results: z.array(rowSchema).describe('The rows, as objects with a member per column.'),
            metadata: metadataSchema.describe('What was read.'),
          })
          .meta({ id: 'UserQueryResult' }),
      },
    },
  },
  samplePoints: {
    ...common,
    method: 'GET',
    path: `${base}/points`,
    summary: "Get a sample of a user's points",
    description: `${cut} The response then still contains an even sample of the points, and \`sampleRate\` is its share.`,
    query: z.strictObject({ samplerate: sampleRate, ...timeRange, polygon: polygon.optional() }).refine(...timeInOrder),
    responses: {
      200: {
        description: 'The points, each with the members that it has.',
        schema: z
          .object({
            points: z.array(rowSchema).describe('The points, as objects with a member per column of `points`.'),
            metadata: metadataSchema.describe('What was read.'),
          })
          .meta({ id: 'SampledPoints' }),
      },
    },
  },
  findZones: {
    ...common,
    method: 'GET',
    path: `${base}/zones`,
    summary: "Get zones of a user's ground",
    description:
      'A zone consists of neighbouring H3 cells with similar measurements: of yield, or of an applied or seed rate if nothing was harvested, each as a share of the mean of its file. Every zone is contiguous, so there are at least as many zones as separate pieces of ground. More than 20,000 cells are refused.',
    query: z
      .strictObject({ ...timeRange, h3resolution: h3Resolution, numzones: zoneCount, polygon: polygon.optional() })
      .refine(...timeInOrder),
    responses: {
      200: { description: 'The zones, the largest first; an empty list if there are no points.', schema: zonesSchema },
    },
  },
});
