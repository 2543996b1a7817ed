import * as z from 'zod';
import { inOrder, instant, lastInstant, wholeNumber } from '../../../../../domain/parameters.ts';
import { faultOf } from '../../../../../sql/geography/check.ts';
import type { Shape } from '../../../../../sql/geography/shape.ts';
import { fromWkt } from '../../../../../sql/geography/wkt.ts';
import { userIdInPath } from '../../../../http/parameters.ts';

export const userPath = z.object({ svcUserId: userIdInPath });

export const timeRange = {
  startDate: instant.optional().describe('Only points at this time or later.'),
  endDate: lastInstant
    .optional()
    .describe('Only points at this time or earlier; a date without a time includes the whole day.'),
};

/** Refuses a time that ends before it begins. */
export const timeInOrder = inOrder('startDate', 'endDate');

/** API Gateway takes 10 kB of address and headers together. */
const maxPolygon = 8_000;

/** The ground that is asked about, as WKT with longitude before latitude. */
export const polygon = z
  .string()
  .max(maxPolygon, `must have at most ${maxPolygon} characters: simplify the polygon, or leave digits out`)
  .transform((text, context): Shape => {
    const shape = fromWkt(text);
    const fault = shape ? faultOf(shape) : 'it is not WKT such as POLYGON((10 50, 11 50, 11 51, 10 50))';
    const isGround = (shape?.type === 'Polygon' || shape?.type === 'MultiPolygon') && shape.coordinates.length > 0;
    if (shape && !fault && isGround) return shape;
    context.addIssue({ code: 'custom', message: `must be a POLYGON or MULTIPOLYGON${fault ? `: ${fault}` : ''}` });
    return z.NEVER;
  })
  .describe('Only points in this WKT POLYGON or MULTIPOLYGON, with longitude before latitude.');

export const sampleRate = wholeNumber(1, 100)
  .optional()
  .describe(
    'Percent of the points; default 100. The sample is the same each time and includes the points of every smaller share.',
  );

/** H3 has sixteen. */
export const h3Resolution = wholeNumber(0, 15)
  .optional()
  .describe('The resolution of the H3 cells of zones; default 12, with cells of about 300 m².');

const maxZones = 20;

export const zoneCount = wholeNumber(1, maxZones).optional().describe('The number of zones; default 4.');
