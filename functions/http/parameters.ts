import * as z from 'zod';
import type { Owner } from '../../domain/access/owner.ts';
import { invalid, Problem } from '../../domain/errors.ts';
import { limits, limitText } from '../../domain/limits.ts';
import type { PageRequest, SortTerm } from '../../domain/paging.ts';
import { wholeNumber } from '../../domain/parameters.ts';
import type { UserDirectory } from '../../domain/users/user-store.ts';

/** Five texts of 255 characters and what is around them; an address may have 10 kB. */
const maxCursor = 8_192;

/**
 * The paging parameters of a list that can be sorted by the given fields.
 *
 * @example query: z.strictObject({ ...farmFilters, ...pageParameters(['name', 'createdTime']) })
 */
export function pageParameters<const Fields extends readonly string[]>(sortable: Fields) {
  return {
    page: wholeNumber(0, 1_000_000)
      .optional()
      .describe(`Page number, from 0. To read beyond ${limitText.numberedRows} rows, use \`cursor\`.`),
    size: wholeNumber(1, limits.pageRows)
      .optional()
      .describe(`Rows in a page; default ${limitText.defaultPageRows}, maximum ${limitText.pageRows}.`),
    sort: sortParameter(sortable).optional(),
    cursor: z
      .string()
      .max(maxCursor)
      .regex(/^[\w-]+$/, 'must be taken unchanged from a Link header')
      .optional()
      .describe('Position at which the page begins, taken from `Link: rel="next"`. Takes precedence over `page`.'),
  };
}

function sortParameter(sortable: readonly string[]) {
  return z
    .string()
    .max(500)
    .describe(`A field, optionally followed by \`,asc\` or \`,desc\`; can be repeated. Fields: ${sortable.join(', ')}.`)
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
  const { page = 0, size = limits.defaultPageRows, sort = [], cursor } = query;
  if (cursor || page * size <= limits.numberedRows) return { page, size, sort, cursor };
  const message = `Page ${page} of ${size} starts after the first ${limitText.numberedRows} rows. Follow Link: rel="next", which carries a cursor.`;
  throw new Problem('invalid', message, { errorKey: 'pageTooDeep', errors: [{ pointer: '#/page', message }] });
}

/** An id in a path. Anything that is not a UUID names nothing. */
export const idInPath = z.uuid('there is no such id').toLowerCase();

/** The service user in a path. */
export const userIdInPath = idInPath.describe(
  'Id of the service user, as `GET /services/usermanagement/api/users` lists it.',
);

/**
 * A query of an owner's list, without the rows of deleted users that have yet to be erased.
 *
 * @example const page = await services.uploads.list(owner.id, query, listedFor(owner, services, asked));
 */
export function listedFor(
  { id }: Pick<Owner, 'id'>,
  { users }: { users: Pick<UserDirectory, 'existing'> },
  asked: PageRequest,
): PageRequest {
  return { ...asked, existing: (svcUserIds) => users.existing(id, svcUserIds) };
}

/** Parameters that may be given more than once; their values are joined with commas. */
const repeatable = new Set(['sort']);

/** The parameters of a raw query string. API Gateway's own parsing joins repeated values, which hides mistakes. */
export function parseQueryString(raw: string): Record<string, string> {
  const parsed: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(raw)) {
    const before = Object.hasOwn(parsed, name) ? parsed[name] : undefined;
    if (before !== undefined && !repeatable.has(name))
      throw invalid(`#/${name}`, `The parameter ${name} is given twice.`);
    Object.defineProperty(parsed, name, {
      value: before === undefined ? value : `${before},${value}`,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return parsed;
}
