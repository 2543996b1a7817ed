import * as z from 'zod';
import { archiveProblems } from './archive-problems.ts';
import { featureProblems } from './feature-problems.ts';
import { fileProblems } from './file-problems.ts';
import { projectionProblems } from './projection-problems.ts';

/** Every problem that a boundary file can have, with its message and hint. The vocabulary is closed. */
export const problemCodes = {
  ...archiveProblems,
  ...fileProblems,
  ...projectionProblems,
  ...featureProblems,
};

export type ProblemCode = keyof typeof problemCodes;

/** The details from which a code's message is built, such as `{ found: 'Point' }`. */
export type ProblemDetails<C extends ProblemCode> = Parameters<(typeof problemCodes)[C]['message']>[0];

export const boundaryProblemSchema = z.object({
  /** The path of the file inside the upload, including archives and folders. */
  file: z.string().describe('The path of the file inside the upload, including archives and folders.'),
  layer: z.string().optional().describe('The layer of the file, if it has several.'),
  /** The feature's number in its layer, from 1. */
  feature: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Number of the feature in its layer, from 1; absent if the problem is of the whole file.'),
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]).describe('The problem, for programs.'),
  message: z.string().describe('The problem as a sentence, for people.'),
  hint: z.string().describe('What to do about it.'),
  /** An error prevents a feature, or the whole file, from becoming fields; a warning says how it was changed. */
  severity: z
    .enum(['error', 'warning'])
    .describe(
      'An `error` prevents a feature, or the whole file, from becoming fields; a `warning` says how it was changed.',
    ),
});

export type BoundaryProblem = z.infer<typeof boundaryProblemSchema>;

/** The location of a problem. */
export interface ProblemLocation {
  file: string;
  layer?: string | undefined;
  feature?: number | undefined;
}

type MessageMaker = (details: unknown) => string;

/**
 * Makes a problem of the vocabulary.
 *
 * @example problem('notPolygon', { file: 'trees.shp', feature: 3 }, { found: 'Point' })
 */
export function problem<C extends ProblemCode>(
  code: C,
  location: ProblemLocation,
  ...[details]: ProblemDetails<C> extends undefined ? [] : [details: ProblemDetails<C>]
): BoundaryProblem {
  const { severity, message, hint } = problemCodes[code];
  return {
    file: location.file,
    ...(location.layer !== undefined && { layer: location.layer }),
    ...(location.feature !== undefined && { feature: location.feature }),
    code,
    message: (message as MessageMaker)(details),
    hint: typeof hint === 'string' ? hint : (hint as MessageMaker)(details),
    severity,
  };
}
