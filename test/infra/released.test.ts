import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deploymentProblems, rollback } from '../../infra/release/deployment.ts';
import { type Release, readRelease, releaseOf, type StackName, stackNames } from '../../infra/release/release.ts';
import { releasedOf, updateProblems } from '../../infra/release/released.ts';
import type { Resource, Template } from '../../infra/template.ts';
import { root, templates } from './synthesize.ts';

const folder = join(root, 'infra/release/releases');
const stacks = templates();
const ofTemplates = (all: Record<string, Template>): Release => {
  const of = (stack: StackName) => {
    const template = all[stack];
    if (!template) throw new Error(`there is no stack ${stack}`);
    return template;
  };
  return releaseOf(of, 'prod');
};
const today = ofTemplates(stacks);

describe('the next release', () => {
  const numbers = readdirSync(folder).map((file) => Number.parseInt(file, 10));
  const last = readRelease(join(folder, `${Math.max(...numbers)}.json`));

  test('can follow the last one, and go back to it', () => {
    expect(deploymentProblems(last, today, stackNames)).toEqual([]);
    expect(rollback(today, last).problems).toEqual([]);
  });

  test('is compared with every table, index, queue, function and route of it', () => {
    const of = (type: string) =>
      stackNames.flatMap((stack) => Object.values(last[stack].resources).filter((one) => one.type === type));
    expect(of('AWS::DynamoDB::GlobalTable').length).toBeGreaterThan(20);
    expect(of('AWS::DynamoDB::GlobalTable').some(({ indexes }) => Object.keys(indexes ?? {}).length > 3)).toBe(true);
    expect(of('AWS::SQS::Queue').length).toBeGreaterThan(40);
    expect(of('AWS::Lambda::Function').length).toBeGreaterThan(45);
    expect(Object.keys(last.api.routes).length).toBeGreaterThan(50);
    expect(stackNames.flatMap((stack) => last[stack].exports)).toEqual([]);
  });
});

describe('two releases that follow', () => {
  /** Today's templates with other resources. */
  const changed = (before: Record<string, Template>, change: (after: Record<string, Template>) => void) => {
    const after = structuredClone(before);
    change(after);
    return after;
  };
  const arn = (service: string, end: string) => ({
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        `:${service}:`,
        { Ref: 'AWS::Region' },
        ':',
        { Ref: 'AWS::AccountId' },
        `:${end}`,
      ],
    ],
  });
  const resources = (all: Record<string, Template>, stack: StackName): Record<string, Resource> => {
    const found = all[stack]?.Resources;
    if (!found) throw new Error(`there is no stack ${stack}`);
    return found;
  };
  const allow = (all: Record<string, Template>, stack: StackName, id: string, resource: unknown) => {
    const { Policies = [] } = resources(all, stack)[id]?.Properties ?? {};
    const [policy] = Policies as { PolicyDocument: { Statement: unknown[] } }[];
    policy?.PolicyDocument.Statement.push({ Effect: 'Allow', Action: 'dynamodb:Query', Resource: resource });
  };
  const keys = [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ];
  const index = (IndexName: string) => ({
    IndexName,
    KeySchema: [{ AttributeName: `${IndexName}Key`, KeyType: 'HASH' }],
    Projection: { ProjectionType: 'KEYS_ONLY' },
  });
  const indexesOf = (all: Record<string, Template>, id: string) => {
    const properties = resources(all, 'data')[id]?.Properties as { GlobalSecondaryIndexes?: unknown[] };
    properties.GlobalSecondaryIndexes ??= [];
    return properties.GlobalSecondaryIndexes as { IndexName: string }[];
  };

  /** A table and a queue with the functions that use them, a route, and an index of a table that is there. */
  const firstTemplates = changed(stacks, (all) => {
    Object.assign(resources(all, 'data'), {
      TractorsTable: {
        Type: 'AWS::DynamoDB::GlobalTable',
        Properties: { TableName: 'furrow-prod-tractors', KeySchema: keys, GlobalSecondaryIndexes: [index('byMake')] },
      },
      PolishesQueue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'furrow-prod-polishes' } },
    });
    indexesOf(all, 'UsersTable').push(index('byTractor'));
    resources(all, 'api').TractorsRoute = {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: { RouteKey: 'ANY /services/tractors/{proxy+}' },
    };
    resources(all, 'workers').PolishFunction = {
      Type: 'AWS::Lambda::Function',
      Properties: { FunctionName: 'furrow-prod-polish' },
    };
    allow(all, 'api', 'UsersRole', arn('dynamodb', 'table/furrow-prod-users/index/byTractor'));
    allow(all, 'api', 'UsersRole', arn('dynamodb', 'table/furrow-prod-tractors'));
    allow(all, 'workers', 'SweepRole', arn('sqs', 'furrow-prod-polishes'));
  });
  /** A second index of either table, and the worker is gone. */
  const secondTemplates = changed(firstTemplates, (all) => {
    indexesOf(all, 'UsersTable').push(index('byColour'));
    indexesOf(all, 'TractorsTable').push(index('byColour'));
    delete resources(all, 'workers').PolishFunction;
    allow(all, 'api', 'UsersRole', arn('dynamodb', 'table/furrow-prod-tractors/index/byColour'));
  });
  const [first, second] = [ofTemplates(firstTemplates), ofTemplates(secondTemplates)];

  test.each([
    ['today', 'the first', today, first],
    ['the first', 'the second', first, second],
  ])('are deployed, from %s to %s, and back', (_from, _to, before, after) => {
    expect(deploymentProblems(before, after, stackNames)).toEqual([]);
    const { order, problems } = rollback(after, before);
    expect([order, problems]).toEqual([['observability', 'workers', 'api'], []]);
  });

  test('are rolled back both at once, but not deployed at once, since a table would get two indexes', () => {
    expect(rollback(second, today).problems).toEqual([]);
    expect(deploymentProblems(today, second, stackNames)).toEqual([
      'data: UsersTable changes 2 indexes (byTractor, byColour): release them one after another.',
    ]);
  });

  test('may not remove at once what functions of the release before use', () => {
    const hasty = ofTemplates(
      changed(stacks, (all) => {
        const indexes = indexesOf(all, 'UsersTable');
        indexes.splice(
          indexes.findIndex(({ IndexName }) => IndexName === 'byName'),
          1,
        );
        resources(all, 'data').QueriesRole = { Type: 'AWS::IAM::Role' };
        const roles = JSON.stringify(all.api).replaceAll('furrow-prod-users/index/byName', 'furrow-prod-users');
        all.api = JSON.parse(roles) as Template;
      }),
    );
    expect(deploymentProblems(today, hasty, stackNames)).toEqual([
      'api uses dynamodb:table/furrow-<environment>-users/index/byName, which is not there once data is updated.',
      'api uses iam:role/furrow-<environment>-queries-<AWS::Region>, which is not there once data is updated.',
      'workers uses iam:role/furrow-<environment>-queries-<AWS::Region>, which is not there once data is updated.',
    ]);
    // Functions of the earlier release would query the index.
    expect(rollback(hasty, today).problems).toContain(
      'api uses dynamodb:table/furrow-<environment>-users/index/byName, which is not there once api is updated.',
    );
  });

  test('may not move a function to another stack under its name, where it would be made before it is deleted', () => {
    const moved = ofTemplates(
      changed(stacks, (all) => {
        const { SweepFunction } = resources(all, 'workers');
        if (SweepFunction) resources(all, 'api').SweepFunction = SweepFunction;
        delete resources(all, 'workers').SweepFunction;
      }),
    );
    const [problem] = deploymentProblems(today, moved, stackNames);
    expect(problem).toBe(
      'api: lambda:function:furrow-<environment>-sweep is still in another stack: give the new one another name.',
    );
    expect(rollback(moved, today).problems).toHaveLength(1);
  });

  test('may not lose an export that another stack imports', () => {
    const exporting = ofTemplates(
      changed(stacks, (all) => {
        if (all.api) all.api.Outputs = { ...all.api.Outputs, Tied: { Value: '', Export: { Name: 'tied' } } };
        resources(all, 'observability').Tied = {
          Type: 'AWS::CloudWatch::Alarm',
          Properties: { Metric: { 'Fn::ImportValue': 'tied' } },
        };
      }),
    );
    expect(deploymentProblems(today, exporting, stackNames)).toEqual([]);
    const both = ofTemplates(
      changed(stacks, (all) => {
        resources(all, 'observability').Tied = {
          Type: 'AWS::CloudWatch::Alarm',
          Properties: { Metric: { 'Fn::ImportValue': 'tied' } },
        };
      }),
    );
    expect(rollback(exporting, both).problems).toEqual([
      'api: CloudFormation refuses to remove the export tied, which another stack imports.',
    ]);
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
  const problems = (before: Template, after: Template) =>
    updateProblems(releasedOf(before, 'prod'), releasedOf(after, 'prod'));

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
    expect(problems(queue('a'), queue('b'))).toEqual([
      'JobsQueue has another name: CloudFormation would replace it, empty.',
    ]);
  });

  test('may remove and rename a function, which holds no data', () => {
    const work = (FunctionName: string): Template => ({
      Resources: { WorkFunction: { Type: 'AWS::Lambda::Function', Properties: { FunctionName } } },
    });
    expect(problems(work('a'), work('b'))).toEqual([]);
    expect(problems(work('a'), { Resources: {} })).toEqual([]);
  });

  test('may add resources', () => {
    expect(problems({ Resources: {} }, table([index('byName'), index('byEmail')]))).toEqual([]);
  });
});
