import { describe, expect, test } from 'vitest';
import { InvalidPattern } from '../../sql/functions/text/regular-expression-classes.ts';
import { parseRegularExpression } from '../../sql/functions/text/regular-expression-syntax.ts';

describe('a regular expression for Trino', () => {
  test.each([
    ['a$', String.raw`a\z`],
    ['(?m)a$', '(?m)a$'],
    ['(?:(?m)a$)$', String.raw`(?:(?m)a$)\z`],
    [String.raw`\s[\s]`, String.raw`[\t\n\f\r ][\t\n\f\r ]`],
    ['[[:alpha:]&&[]', String.raw`[A-Za-z\&\&\[]`],
    ['[a-c-e]', String.raw`[a-c\-e]`],
    ['a{,2}{', String.raw`a\{,2}\{`],
    [String.raw`\pL\p{^Greek}`, String.raw`[\p{L}][\P{Greek}]`],
    [String.raw`\Qa.b\E+`, String.raw`a\.b+`],
    ['(?P<year>a)', '(a)'],
  ])('%s is %s', (pattern, wanted) => {
    expect(parseRegularExpression(pattern).joni).toBe(wanted);
  });

  test('recognises only ASCII letters at a word boundary', () => {
    expect(parseRegularExpression(String.raw`\ba`).joni).toContain(String.raw`(?<=\w)(?!\w)`);
  });
});

test.each([
  ['(a)|b', { groups: 1, hasOptionalGroup: true, mayBeEmpty: false }],
  ['(?:x(a))?', { hasOptionalGroup: true, mayBeEmpty: true, mayMatchBehindItself: true }],
  ['(a*)b?', { hasOptionalGroup: false, mayBeEmpty: true, mayMatchBehindItself: true }],
  ['a{0,2}b', { mayBeEmpty: false, hasAssertion: false }],
  ['^a*', { mayBeEmpty: true, mayMatchBehindItself: false, hasAssertion: true }],
  ['(?m)^a*', { mayMatchBehindItself: true }],
  [String.raw`^|\z`, { mayBeEmpty: true, mayMatchBehindItself: false }],
])('of %s is recognised as %o', (pattern, known) => {
  expect(parseRegularExpression(pattern)).toMatchObject(known);
});

test.each([
  ['a**', /repeated/],
  ['*a', /nothing to repeat/],
  ['a{2,1}', /not a valid number of repetitions/],
  ['a{1001}', /at most 1000/],
  ['(?=a)', /look-around/],
  ['(?x)a', /flags other than/],
  ['(a', /parentheses/],
  ['a)', /parentheses/],
  ['[a', /does not end/],
  ['a\\', /does not end/],
  [String.raw`(a)\1`, /back references/],
  ['[z-a]', /not a range/],
  ['[[:letter:]]', /no class/],
  [String.raw`\h`, /no meaning/],
])('%s is refused', (pattern, message) => {
  expect(() => parseRegularExpression(pattern)).toThrow(InvalidPattern);
  expect(() => parseRegularExpression(pattern)).toThrow(message);
});
