import { describe, expect, test } from 'vitest';
import { recordFilter } from '../../../local/event-sources/event-filter.ts';

const record = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { kind: { S: 'user.deleted' }, size: 7, tags: ['x', 'y'] } },
};
const image = (pattern: unknown) => [{ dynamodb: { NewImage: pattern } }];

describe('a filter', () => {
  test('without patterns passes every record', () => {
    expect(recordFilter([])(record)).toBe(true);
  });

  test.each([
    [[{ eventName: ['INSERT', 'MODIFY'] }], true],
    [[{ eventName: ['REMOVE'] }], false],
    [[{ eventName: ['REMOVE'] }, { eventName: ['INSERT'] }], true],
    [[{ eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['other'] } } } }], false],
    [image({ kind: { S: [{ prefix: 'user.' }] } }), true],
    [image({ kind: { S: [{ suffix: '.created' }] } }), false],
    [image({ kind: { S: [{ 'equals-ignore-case': 'USER.deleted' }] } }), true],
    [image({ kind: { S: [{ 'anything-but': ['user.deleted'] }] } }), false],
    [image({ kind: { S: [{ 'anything-but': { prefix: 'field.' } }] } }), true],
    [image({ missing: [{ exists: false }] }), true],
    [image({ kind: { N: [{ exists: true }] } }), false],
    [image({ size: [{ numeric: ['>', 3, '<=', 7] }] }), true],
    [image({ size: [{ numeric: ['>', 7] }] }), false],
    [image({ tags: ['y'] }), true],
  ])('%j: %s', (patterns, passes) => {
    expect(recordFilter(patterns as unknown[])(record)).toBe(passes);
  });

  test('that is invalid names the invalid part', () => {
    expect(() => recordFilter([{ a: [{ cidr: '10.0.0.0/8' }] }])).toThrow(
      'does not know the filter {"cidr":"10.0.0.0/8"}',
    );
  });
});
