import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ReleasedStack, releasedOf, updateProblems } from '../../infra/release/released.ts';
import type { Template } from '../../infra/template.ts';
import { root, templates } from './synthesize.ts';

const folder = join(root, 'infra/release/released');
const stacks = templates();

describe('the next release', () => {
  const released = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

  test('is compared with the last one that had data', () => {
    expect(released).toContain('data');
  });

  test.each(released)('can update the stack %s without losing anything', (name) => {
    const before: ReleasedStack = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    const now = stacks[name];
    expect(updateProblems(before, now ? releasedOf(now) : {})).toEqual([]);
  });
});

describe('an update', () => {
  const index = (name: string, key = 'ownerKey') => ({
    IndexName: name,
    KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
    Projection: { ProjectionType: 'KEYS_ONLY' },
  });
  const table = (indexes: unknown[], keys = ['pk', 'sk']): Template => ({
    Resources: {
      UsersTable: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: { KeySchema: keys, GlobalSecondaryIndexes: indexes, AttributeDefinitions: [] },
      },
    },
  });
  const problems = (before: Template, after: Template) => updateProblems(releasedOf(before), releasedOf(after));

  test('may add or remove one index of a table', () => {
    expect(problems(table([]), table([index('byName')]))).toEqual([]);
    expect(problems(table([index('byName')]), table([]))).toEqual([]);
  });

  test('may not change two, since CloudFormation updates one at a time', () => {
    expect(problems(table([index('byName')]), table([index('byEmail')]))).toEqual([
      'UsersTable changes 2 indexes (byName, byEmail): release them one after another.',
    ]);
  });

  test('may not give an index other keys', () => {
    expect(problems(table([index('byName')]), table([index('byName', 'nameKey')]))).toEqual([
      'UsersTable defines its index byName anew: give the new one another name.',
    ]);
  });

  test('may not replace a table', () => {
    expect(problems(table([]), table([], ['pk']))).toEqual([
      'UsersTable has another KeySchema: CloudFormation would replace it, empty.',
    ]);
  });

  test('may not lose a resource or change its type', () => {
    expect(problems(table([]), { Resources: {} })).toEqual([expect.stringMatching(/UsersTable is gone/)]);
    const bucket: Template = { Resources: { UsersTable: { Type: 'AWS::S3::Bucket' } } };
    expect(problems(table([]), bucket)).toEqual([expect.stringMatching(/was AWS::DynamoDB::GlobalTable and is/)]);
  });

  test('may not rename a named resource', () => {
    const queue = (name: string): Template => ({
      Resources: { JobsQueue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: name } } },
    });
    expect(problems(queue('a'), queue('b'))).toEqual([expect.stringMatching(/another QueueName/)]);
  });

  test('may add resources', () => {
    expect(problems({ Resources: {} }, table([index('byName'), index('byEmail')]))).toEqual([]);
  });
});
