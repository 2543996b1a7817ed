import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { signingKeyDirectory } from '../../../../../adapters/aws/dynamodb/identity/signing-key-directory.ts';
import { documentClient } from '../../../../../adapters/aws/dynamodb/table.ts';

const client = documentClient(new DynamoDBClient({}));
const dynamodb = mockClient(client);
let now: number;
let published: string[];
let find: (kid: string) => Promise<unknown>;

beforeEach(() => {
  now = Date.parse('2026-03-12T06:00:00Z');
  published = [];
  dynamodb.reset();
  dynamodb.on(QueryCommand).callsFake(() => ({
    Items: published.map((kid) => ({ pk: 'signingKeys', sk: kid, key: { kid, public: { kid }, createdAt: now } })),
  }));
  ({ find } = signingKeyDirectory({ client, name: 'owners' }, { now: () => now }));
});

test('keys that several instances create within a second are all found at once', async () => {
  for (const kid of ['first', 'second', 'third']) {
    published.push(kid);
    now += 100;
    expect(await find(kid)).toEqual({ kid });
  }
});

test('after the first read, tokens with invented keys cause at most ten reads in five seconds', async () => {
  for (let forged = 0; forged < 1_000; forged++) expect(await find(`forged-${forged}`)).toBeUndefined();
  expect(dynamodb.commandCalls(QueryCommand)).toHaveLength(1 + 10);
  published.push('new');
  now += 5_001;
  expect(await find('new')).toEqual({ kid: 'new' });
});
