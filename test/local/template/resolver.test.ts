// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Fn::Sub has its own placeholders
import { describe, expect, it } from 'vitest';
import { createResolver } from '../../../local/template/resolver.ts';
import { sampleAssembly } from './sample-assembly.ts';

const assembly = await sampleAssembly({
  data: {
    Parameters: {
      Stage: { Type: 'String', Default: 'dev' },
      Bare: { Type: 'String' },
      BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk/version' },
      Published: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/farm/table' },
      Names: { Type: 'AWS::SSM::Parameter::Value<List<String>>', Default: '/farm/table' },
    },
    Mappings: { Sizes: { small: { memory: 128 }, 'us-east-1': { memory: 512 } } },
    Conditions: {
      IsDev: { 'Fn::Equals': [{ Ref: 'Stage' }, 'dev'] },
      IsProd: { 'Fn::Not': [{ Condition: 'IsDev' }] },
      Both: { 'Fn::And': [{ Condition: 'IsDev' }, { 'Fn::Equals': [1, '1'] }] },
      Either: { 'Fn::Or': [{ Condition: 'IsProd' }, { Condition: 'Both' }] },
      Strange: { 'Fn::Contains': [['a'], 'a'] },
    },
    Resources: {
      Table: { Type: 'AWS::DynamoDB::Table' },
      Stored: {
        Type: 'AWS::SSM::Parameter',
        Properties: { Name: { 'Fn::Join': ['/', ['', 'farm', 'table']] }, Type: 'String', Value: { Ref: 'Named' } },
      },
      Named: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { 'Fn::Sub': '${Stage}-fields' } } },
      Files: { Type: 'AWS::S3::Bucket' },
      Queue: { Type: 'AWS::SQS::Queue' },
      Function: { Type: 'AWS::Lambda::Function' },
      Alias: { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Function' } } },
      Key: { Type: 'AWS::KMS::Key' },
      Role: { Type: 'AWS::IAM::Role' },
      Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'alarms' } },
      Odd: { Type: 'AWS::Braket::Job' },
      Circle: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: { Ref: 'Circle' } } },
    },
    Outputs: {
      TableName: { Value: { Ref: 'Table' }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:TableName' } } },
      Hidden: { Value: 'x', Condition: 'IsProd', Export: { Name: 'hidden' } },
    },
  },
  api: { Resources: {} },
});

const resolver = createResolver(assembly, { sqs: 'http://127.0.0.1:9324' });
const stackNamed = (name: string) => assembly.stacks.find((stack) => stack.name === name) ?? assembly.stacks[0];

function resolve(value: unknown, stackName = 'data'): unknown {
  const stack = stackNamed(stackName);
  if (!stack) throw new Error('no stack');
  return resolver.resolve(value, { stack, path: 'Resources.Here' });
}

describe('references', () => {
  it.each([
    [{ Ref: 'Table' }, 'data-Table'],
    [{ Ref: 'Named' }, 'dev-fields'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:000000000000:table/data-Table'],
    [{ 'Fn::GetAtt': 'Table.StreamArn' }, expect.stringMatching(/:table\/data-Table\/stream\/\d{4}-/)],
    [{ Ref: 'Files' }, 'data-files'],
    [{ 'Fn::GetAtt': ['Files', 'Arn'] }, 'arn:aws:s3:::data-files'],
    [{ Ref: 'Queue' }, 'http://127.0.0.1:9324/000000000000/data-Queue'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:us-east-1:000000000000:data-Queue'],
    [{ 'Fn::GetAtt': ['Queue', 'QueueName'] }, 'data-Queue'],
    [{ 'Fn::GetAtt': ['Function', 'Arn'] }, 'arn:aws:lambda:us-east-1:000000000000:function:data-Function'],
    [{ Ref: 'Alias' }, 'arn:aws:lambda:us-east-1:000000000000:function:data-Function'],
    [{ Ref: 'Key' }, expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)],
    [{ 'Fn::GetAtt': ['Role', 'Arn'] }, 'arn:aws:iam::000000000000:role/data-Role'],
    [{ Ref: 'Topic' }, 'arn:aws:sns:us-east-1:000000000000:alarms'],
    [{ Ref: 'Stage' }, 'dev'],
    [{ Ref: 'Published' }, 'dev-fields'],
    [{ Ref: 'Stored' }, '/farm/table'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ Ref: 'AWS::AccountId' }, '000000000000'],
    [{ Ref: 'AWS::Partition' }, 'aws'],
    [{ Ref: 'AWS::URLSuffix' }, 'amazonaws.com'],
    [{ Ref: 'AWS::StackName' }, 'data'],
  ])('%j', (value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it('to another stack use its exports or its outputs', () => {
    expect(resolve({ 'Fn::ImportValue': 'data:TableName' }, 'api')).toBe('data-Table');
    expect(resolve({ 'Fn::GetStackOutput': { StackName: 'data', OutputName: 'TableName' } }, 'api')).toBe('data-Table');
  });
});

describe('functions', () => {
  it.each([
    [{ 'Fn::Join': ['-', ['a', { Ref: 'Stage' }, 1]] }, 'a-dev-1'],
    [{ 'Fn::Join': [',', { 'Fn::Split': ['/', 'a/b'] }] }, 'a,b'],
    [
      { 'Fn::Sub': '${Stage} ${Table} ${Table.Arn} ${!Literal} ${AWS::Region}' },
      'dev data-Table arn:aws:dynamodb:us-east-1:000000000000:table/data-Table ${Literal} us-east-1',
    ],
    [{ 'Fn::Sub': ['${name}-${Stage}', { name: { Ref: 'Table' } }] }, 'data-Table-dev'],
    [{ 'Fn::Select': ['1', ['a', { Ref: 'Stage' }]] }, 'dev'],
    [{ 'Fn::Select': [2, { 'Fn::Split': [':', { 'Fn::GetAtt': ['Table', 'Arn'] }] }] }, 'dynamodb'],
    [{ 'Fn::If': ['IsDev', 'yes', { Ref: 'Nowhere' }] }, 'yes'],
    [{ 'Fn::If': ['IsProd', 'yes', 'no'] }, 'no'],
    [{ 'Fn::If': ['Either', 'yes', 'no'] }, 'yes'],
    [{ 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'memory'] }, 512],
    [{ 'Fn::Base64': 'seed' }, 'c2VlZA=='],
  ])('%j', (value, expected) => {
    expect(resolve(value)).toBe(expected);
  });

  it('leave out AWS::NoValue, in objects and in lists', () => {
    const nothing = { 'Fn::If': ['IsProd', 'x', { Ref: 'AWS::NoValue' }] };
    expect(resolve({ a: nothing, b: [1, nothing, { c: nothing }] })).toEqual({ b: [1, {}] });
  });
});

describe('a value that cannot be resolved is named, with its path', () => {
  it.each([
    [{ 'Fn::Cidr': ['10.0.0.0/8', 1, 8] }, 'does not know the intrinsic Fn::Cidr (stack data, Resources.Here)'],
    [
      { a: [{ Ref: 'Nowhere' }] },
      'Ref names Nowhere, which is neither a resource nor a parameter (stack data, Resources.Here.a.0.Ref)',
    ],
    [{ 'Fn::GetAtt': ['Nowhere', 'Arn'] }, 'there is no resource Nowhere'],
    [{ 'Fn::GetAtt': ['Table', 'Colour'] }, 'AWS::DynamoDB::Table has no attribute Colour'],
    [{ Ref: 'Odd' }, 'does not know resources of type AWS::Braket::Job'],
    [{ Ref: 'Bare' }, 'the parameter Bare has no default'],
    [{ Ref: 'BootstrapVersion' }, 'no stack writes the parameter /cdk/version'],
    [{ Ref: 'Names' }, 'the type AWS::SSM::Parameter::Value<List<String>>, which is not read here'],
    [{ Ref: 'Circle' }, 'data/Circle refers to itself'],
    [{ 'Fn::ImportValue': 'hidden' }, 'no stack exports hidden'],
    [{ 'Fn::If': ['Nobody', 1, 2] }, 'the condition Nobody is not declared'],
    [{ 'Fn::If': ['Strange', 1, 2] }, 'does not know the condition Fn::Contains'],
    [{ 'Fn::Select': [5, ['a']] }, 'there is no item 5 of 1'],
    [{ 'Fn::FindInMap': ['Sizes', 'huge', 'memory'] }, 'the mapping Sizes has no value for huge, memory'],
    [{ 'Fn::Join': ['', 'text'] }, 'a list is needed here, not "text"'],
  ])('%j', (value, message) => {
    expect(() => resolve(value)).toThrow(message);
  });

  it('a queue URL before SQS listens', () => {
    const early = createResolver(assembly);
    const stack = stackNamed('data');
    if (!stack) throw new Error('no stack');
    expect(() => early.resolve({ Ref: 'Queue' }, { stack, path: 'x' })).toThrow(
      'the URL of queue data-Queue is not known before SQS listens',
    );
  });
});
