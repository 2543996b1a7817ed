import * as z from 'zod';
import { instant, lastInstant } from '../../parameters.ts';
import { type ImageryProvider, imageryProviders } from '../scenes/scene.ts';
import { type ImageProcess, type ProcessStatus, processStatuses } from './image-process.ts';

const percentMessage = 'must be a number from 0 to 100';
const percentParameter = z
  .string()
  .regex(/^\d{1,3}(?:\.\d{1,10})?$/, percentMessage)
  .transform(Number)
  .pipe(z.number().max(100, percentMessage));

/** One provider or several, with commas between them. */
const providersParameter = z
  .string()
  .max(50)
  .transform((text, context) => {
    const parsed = z.array(z.enum(imageryProviders)).safeParse(text.split(',').map((part) => part.trim()));
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: `must be ${imageryProviders.join(' or ')}, or both with a comma between`,
    });
    return z.NEVER;
  });

/** Query parameters that filter a list of processes. */
export const processFilters = {
  startDate: instant.optional().describe('Only scenes of this day or later, in UTC.'),
  endDate: lastInstant.optional().describe('Only scenes of this day or earlier, in UTC.'),
  startProcessedTimestamp: instant.optional().describe('Only processes that ended at this time or later.'),
  endProcessedTimestamp: instant.optional().describe('Only processes that ended at this time or earlier.'),
  maxClouds: percentParameter
    .optional()
    .describe(
      'The maximum cloud cover in percent; default 100. With less than 100, scenes without data of the field are left out.',
    ),
  minCoverage: percentParameter.optional().describe('The minimum coverage in percent; default 0.'),
  status: z.enum(processStatuses).default('SUCCESS').describe('Only processes with this status.'),
  provider: providersParameter.optional().describe('`sentinel`, `planet`, or both separated by a comma; default both.'),
};

export interface ProcessFilter {
  /** Milliseconds since 1970, as the other moments. */
  startDate?: number | undefined;
  endDate?: number | undefined;
  startProcessedTimestamp?: number | undefined;
  endProcessedTimestamp?: number | undefined;
  maxClouds?: number | undefined;
  minCoverage?: number | undefined;
  status: ProcessStatus;
  provider?: ImageryProvider[] | undefined;
}

/** The members of a process by which lists are filtered and sorted. */
export type ProcessRow = Pick<ImageProcess, 'id' | 'date' | 'provider' | 'clouds' | 'coverage' | 'processedTimestamp'>;

/** Whether a process passes a filter, except for its status and date. */
export function passes(row: ProcessRow, filter: ProcessFilter): boolean {
  const { startProcessedTimestamp, endProcessedTimestamp, maxClouds = 100, minCoverage = 0, provider } = filter;
  const processed = row.processedTimestamp === undefined ? undefined : Date.parse(row.processedTimestamp);
  const isWithin = (bound: number | undefined, holds: (at: number, limit: number) => boolean) =>
    bound === undefined || (processed !== undefined && holds(processed, bound));
  return (
    // A scene without data of the field shows no clouds either.
    (maxClouds === 100 || ((row.coverage ?? 0) > 0 && (row.clouds ?? Infinity) <= maxClouds)) &&
    (minCoverage === 0 || (row.coverage ?? -Infinity) >= minCoverage) &&
    (provider === undefined || provider.includes(row.provider)) &&
    isWithin(startProcessedTimestamp, (at, limit) => at >= limit) &&
    isWithin(endProcessedTimestamp, (at, limit) => at <= limit)
  );
}
