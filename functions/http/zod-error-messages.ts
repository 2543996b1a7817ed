import type * as z from 'zod';

/** What zod's types are to those who write JSON. */
const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an email address',
  url: 'an absolute URL',
  datetime: 'an ISO 8601 time such as 2026-05-01T12:00:00.000Z',
  date: 'an ISO 8601 date such as 2026-05-01',
};

const units: Record<string, string> = { string: 'characters', array: 'items' };

/** Says what is wrong where a schema has no words of its own for it; undefined leaves it to zod. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : mustBe(kinds[issue.expected]);
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return mustBe(
        issue.values
          .map(String)
          .join(', ')
          .replace(/, ([^,]*)$/, ' or $1'),
      );
    case 'invalid_format':
      return mustBe(formats[issue.format]);
    case 'too_small':
      return limit(issue.inclusive ? 'at least' : 'more than', issue.minimum, issue.origin);
    case 'too_big':
      return limit(issue.inclusive ? 'at most' : 'less than', issue.maximum, issue.origin);
    case 'invalid_union':
      return 'is none of what it can be';
    default:
      return undefined;
  }
};

const mustBe = (what: string | undefined) => what && `must be ${what}`;

/** Texts and lists have so many of something, numbers are it. */
function limit(relation: string, amount: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit ? `must have ${relation} ${amount} ${unit}` : `must be ${relation} ${amount}`;
}
