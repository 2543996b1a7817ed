import * as z from 'zod';
import { Problem } from '../../domain/errors.ts';
import { numberedUpTo, type PageRequest, type SortTerm } from '../../domain/paging.ts';

const largestSize = 100;
/** Five texts of 255 characters and what is around them; an address may have 10 kB. */
const maxCursor = 8_192;

/** A whole number written in a query string or a path. */
export function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^-?\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.int().min(from, message).max(to, message));
}

/** `true` or `false` in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A point in time in any ISO 8601 form that JavaScript reads; without a zone it is UTC. Milliseconds since the epoch. */
export const instant = z
  .string()
  .max(40)
  .transform((text, context) => {
    const zoned = /[zZ]$|[+-]\d\d:?\d\d$/.test(text) || !text.includes('T') ? text : `${text}Z`;
    const milliseconds = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(zoned.replace(' ', '+')) : Number.NaN;
    if (Number.isNaN(milliseconds)) {
      context.addIssue({ code: 'custom', message: 'must be an ISO 8601 time such as 2026-05-01T12:00:00.000Z' });
      return z.NEVER;
    }
    return milliseconds;
  });

/** The paging parameters of a list that can be sorted by the given fields. */
export function pageParameters<const Fields extends readonly string[]>(sortable: Fields) {
  return {
    page: wholeNumber(0, 1_000_000)
      .optional()
      .describe(`Page number, from 0. Beyond ${numberedUpTo} rows use \`cursor\`.`),
    size: wholeNumber(1, largestSize).optional().describe(`Rows in a page, 20 unless given, at most ${largestSize}.`),
    sort: sortParameter(sortable).optional(),
    cursor: z
      .string()
      .max(maxCursor)
      .regex(/^[\w-]+$/, 'must be taken unchanged from a Link header')
      .optional()
      .describe('Where the page begins; `Link: rel="next"` carries it. Takes precedence over `page`.'),
  };
}

function sortParameter(sortable: readonly string[]) {
  return z
    .string()
    .max(500)
    .describe(`Field, then optionally \`,asc\` or \`,desc\`; may repeat. Fields: ${sortable.join(', ')}.`)
    .transform((text, context): SortTerm[] => {
      const terms: SortTerm[] = [];
      for (const word of text.split(',').map((part) => part.trim())) {
        const last = terms.at(-1);
        if (sortable.includes(word)) terms.push({ field: word, descending: false });
        else if (last && /^(asc|desc)$/i.test(word)) last.descending = word.toLowerCase() === 'desc';
        else {
          context.addIssue({
            code: 'custom',
            message: `cannot sort by "${word}"; sort by one of ${sortable.join(', ')}`,
          });
          return z.NEVER;
        }
      }
      return terms;
    });
}

/** The page that a checked query asks for. Page numbers so deep that reaching them costs more than they hold are refused. */
export function pageOf(query: {
  page?: number | undefined;
  size?: number | undefined;
  sort?: SortTerm[] | undefined;
  cursor?: string | undefined;
}): PageRequest {
  const { page = 0, size = 20, sort = [], cursor } = query;
  if (cursor || page * size <= numberedUpTo) return { page, size, sort, cursor };
  const message = `Page ${page} of ${size} lies beyond ${numberedUpTo} rows. Follow Link: rel="next", which carries a cursor.`;
  throw new Problem('invalid', message, { errorKey: 'pageTooDeep', errors: [{ pointer: '#/page', message }] });
}

/** An id in a path. Anything that is not a UUID names nothing. */
export const idInPath = z.uuid('there is no such id').toLowerCase();
