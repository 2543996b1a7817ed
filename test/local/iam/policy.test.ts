import { describe, expect, test } from 'vitest';
import { matcher } from '../../../local/iam/pattern.ts';
import { compilePolicy } from '../../../local/iam/policy.ts';
import { readPolicy } from '../../../local/iam/policy-document.ts';
import { processorMilliseconds } from '../../processor-time.ts';

function policy(...statements: object[]) {
  const compiled = compilePolicy([readPolicy({ Version: '2012-10-17', Statement: statements }, 'a test')], 'a test');
  return {
    ...compiled,
    effect: (action: string, resource: string, context: Record<string, string[]> = {}) =>
      compiled.effect({ action, resource, context: (key) => context[key] }),
  };
}
const allow = (rest: object) => ({ Effect: 'Allow', Action: 's3:GetObject', Resource: '*', ...rest });

test.each([
  ['a*c', 'abc', true],
  ['a*c', 'abcd', false],
  ['*/owner=?/*', 'lake/owner=1/x', true],
  ['*/owner=?/*', 'lake/owner=12/x', false],
  ['a*b*c', 'a/b/b/c', true],
  ['*', '', true],
  ['a.c', 'abc', false],
])('the pattern %s and the text %s', (pattern, text, expected) => {
  expect(matcher(pattern)(text)).toBe(expected);
});

test('a pattern of many stars is matched quickly', () => {
  const milliseconds = processorMilliseconds(() => {
    expect(matcher(`${'a*'.repeat(100)}b`)('a'.repeat(10_000))).toBe(false);
  });
  expect(milliseconds).toBeLessThan(2_000);
});

describe('statements', () => {
  test('allow what they name, deny what they deny, and leave the rest undecided', () => {
    const { effect } = policy(allow({ Action: ['s3:Get*'], Resource: ['arn:aws:s3:::files/a/*'] }), {
      Effect: 'Deny',
      Action: 's3:*',
      Resource: 'arn:aws:s3:::files/a/secret',
    });
    expect(effect('s3:GetObject', 'arn:aws:s3:::files/a/b')).toBe('Allow');
    expect(effect('S3:getobject', 'arn:aws:s3:::files/a/b')).toBe('Allow');
    expect(effect('s3:GetObject', 'arn:aws:s3:::files/a/secret')).toBe('Deny');
    expect(effect('s3:GetObject', 'arn:aws:s3:::files/b')).toBeUndefined();
    expect(effect('s3:PutObject', 'arn:aws:s3:::files/a/b')).toBeUndefined();
  });

  test('may name exceptions', () => {
    const { effect } = policy({ Effect: 'Allow', NotAction: 's3:Delete*', NotResource: 'arn:aws:s3:::lake/*' });
    expect(effect('s3:GetObject', 'arn:aws:s3:::files/a')).toBe('Allow');
    expect(effect('s3:DeleteObject', 'arn:aws:s3:::files/a')).toBeUndefined();
    expect(effect('s3:GetObject', 'arn:aws:s3:::lake/a')).toBeUndefined();
  });

  test('record which of their grants were used', () => {
    const { effect, grants } = policy(allow({ Action: ['s3:GetObject', 's3:PutObject'], Resource: ['a', 'b'] }));
    effect('s3:PutObject', 'b');
    expect(grants.filter(({ used }) => used)).toEqual([{ action: 's3:PutObject', resource: 'b', used: true }]);
  });
});

describe('conditions', () => {
  const key = 's3:prefix';
  const holds = (Condition: object, values?: string[]) =>
    policy(allow({ Condition })).effect('s3:GetObject', 'x', values && { [key]: values }) === 'Allow';

  test.each([
    [{ StringLike: { [key]: ['a/*', 'b/*'] } }, ['b/c'], true],
    [{ StringLike: { [key]: 'a/*' } }, ['b/c'], false],
    [{ StringLike: { [key]: 'a/*' } }, undefined, false],
    [{ StringLikeIfExists: { [key]: 'a/*' } }, undefined, true],
    [{ StringNotEquals: { [key]: ['a', 'b'] } }, ['b'], false],
    [{ StringNotEquals: { [key]: ['a', 'b'] } }, undefined, true],
    [{ 'ForAllValues:StringEquals': { [key]: ['a', 'b'] } }, ['a', 'b'], true],
    [{ 'ForAllValues:StringEquals': { [key]: ['a', 'b'] } }, ['a', 'c'], false],
    [{ 'ForAnyValue:StringEquals': { [key]: ['a', 'b'] } }, ['a', 'c'], true],
    [{ Null: { [key]: 'true' } }, undefined, true],
    [{ Null: { [key]: 'true' } }, ['a'], false],
    [{ NumericLessThan: { 's3:max-keys': 10 } }, undefined, false],
    [{ StringEquals: { [key]: 'a' }, StringLike: { [key]: 'b' } }, ['a'], false],
  ])('%j of %j', (condition, values, expected) => {
    expect(holds(condition, values)).toBe(expected);
  });

  test.each([
    [{ IpAddress: { 'aws:PrincipalArn': '10.0.0.0/8' } }, 'the condition operator IpAddress'],
    [{ StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } }, 'the condition key aws:RequestedRegion'],
    [{ StringLike: { [key]: '$' + '{aws:username}/*' } }, 'the variable $' + '{aws:username}'],
  ])('that cannot be enforced stop the start by name: %j', (condition, message) => {
    expect(() => holds(condition)).toThrow(message);
  });
});

test.each([
  [{ NotPrincipal: '*' }, 'NotPrincipal'],
  [{ Action: undefined }, 'Action'],
])('a statement with %j is refused', (rest, message) => {
  expect(() => policy(allow(rest))).toThrow(message);
});
