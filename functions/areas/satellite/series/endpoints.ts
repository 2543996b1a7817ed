import * as z from 'zod';
import { inOrder } from '../../../../domain/parameters.ts';
import { shownParts } from '../../../../domain/satellite/pictures/shown-parts.ts';
import { processFilters } from '../../../../domain/satellite/processes/process-filter.ts';
import { seriesPointSchema } from '../../../../domain/satellite/processes/time-series.ts';
import { sceneIndices } from '../../../../domain/satellite/scenes/scene-image.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { fieldPath, satelliteField } from '../in-path.ts';
import { upstreamHeader } from '../upstream-header.ts';

/** Points of one response: more scenes than ten years of a field under two orbits have. */
export const maxPoints = 2_000;

const { startDate, endDate, maxClouds, minCoverage, provider } = processFilters;

/** The endpoint of indices over time. */
export const seriesEndpoints = defineEndpoints({
  getSatelliteTimeseries: {
    method: 'GET',
    path: '/fields/{id}/timeseries',
    summary: 'Get an index of a field over time',
    description: `One point for each processed scene, the oldest first. 400 for more than ${maxPoints} points. Contains modified Copernicus Sentinel data of the years of the scenes.`,
    access: 'owner',
    addition: true,
    params: fieldPath,
    exists: { field: satelliteField },
    query: z
      .strictObject({
        index: z.enum(sceneIndices).default('NDVI').describe('The vegetation index.'),
        ...{ startDate, endDate, maxClouds, minCoverage, provider },
        format: z
          .enum(['json', 'svg'])
          .default('json')
          .describe(
            '`svg`: a chart instead of points, with a line of means and a band from the 10th to the 90th percentile.',
          ),
        show: shownParts
          .optional()
          .describe(
            'What a chart has besides: some of `legend` (below it), `date` (of the first and the last scene) and `outline` (of the field, on its right), separated by commas. 400 without `format=svg`.',
          ),
      })
      .refine(({ show, format }) => !show || format === 'svg', {
        path: ['show'],
        message: 'is for charts: ask for format=svg too',
      })
      .refine(...inOrder('startDate', 'endDate')),
    responses: {
      200: {
        description: 'The points, or a chart of them.',
        contentType: 'application/json',
        describes: z.array(seriesPointSchema),
        otherTypes: { 'image/svg+xml': z.string() },
        headers: upstreamHeader,
      },
    },
  },
});
