import * as z from 'zod';
import { defineEndpoints } from '../../../../http/endpoint.ts';
import { userInPath } from '../../../../http/existence.ts';
import {
  h3Resolution,
  inOrder,
  outOfOrder,
  polygon,
  sampleRate,
  timeRange,
  userPath,
  zoneCount,
} from './parameters.ts';
import { zonesSchema } from './zones-schema.ts';

const rowSchema = z.record(z.string(), z.unknown());

const metadataSchema = z
  .object({
    totalFiles: z.int().describe('Files with points of the user in this time and place.'),
    processedFiles: z.int().describe('Those that were read: all of them.'),
    failedFiles: z.int(),
    totalPoints: z.int().describe('Points of the user in this time and place.'),
    processingTimeMs: z.int(),
    sampleRate: z.number().describe('Percent of the points that the answer holds.'),
    customQuery: z.string().optional().describe('The query that was sent.'),
    errors: z.array(z.object({ fileId: z.uuid(), error: z.string(), message: z.string() })),
  })
  .meta({ id: 'AnalyticsMetadata' });

const base = '/beta/analytics/user/{svcUserId}';
const cut = '`X-Truncated: true` says that there were more than one answer holds.';

const common = {
  access: 'owner',
  permission: 'query:read',
  errors: { 504: 'It did not end within 23 seconds. The answer says how to narrow it.' },
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
      'As POST /query, with the rows of one user alone in all tables, and of points those of a time. A query that is refused answers as there.',
    body: {
      kind: 'json',
      schema: z
        .strictObject({ query: z.string().min(1).describe('One SELECT.'), ...timeRange })
        .refine(inOrder, outOfOrder)
        .meta({ id: 'UserQuery' }),
      example: { query: 'SELECT COUNT(*) AS points FROM points', startDate: '2024-01-01T00:00:00.000Z' },
    },
    responses: {
      200: {
        description: `The rows; none is an empty list. ${cut}`,
        schema: z.object({ results: z.array(rowSchema), metadata: metadataSchema }).meta({ id: 'UserQueryResult' }),
      },
    },
  },
  samplePoints: {
    ...common,
    method: 'GET',
    path: `${base}/points`,
    summary: "Get a sample of a user's points",
    description: `${cut} What an answer holds then is an even sample of the points as well, and \`sampleRate\` its share.`,
    query: z
      .strictObject({ samplerate: sampleRate, ...timeRange, polygon: polygon.optional() })
      .refine(inOrder, outOfOrder),
    responses: {
      200: {
        description: 'The points, with the members that they have.',
        schema: z.object({ points: z.array(rowSchema), metadata: metadataSchema }).meta({ id: 'SampledPoints' }),
      },
    },
  },
  findZones: {
    ...common,
    method: 'GET',
    path: `${base}/zones`,
    summary: "Get zones of a user's ground",
    description:
      'Neighbouring cells of H3 on which machines measured alike: yield, or an applied or seed rate where nothing was harvested, each as a share of its file’s mean. Every zone hangs together, so there are at least as many as pieces of ground. More than 20,000 cells are refused.',
    query: z
      .strictObject({ ...timeRange, h3resolution: h3Resolution, numzones: zoneCount, polygon: polygon.optional() })
      .refine(inOrder, outOfOrder),
    responses: { 200: { description: 'The zones, the largest first; none without points.', schema: zonesSchema } },
  },
});
