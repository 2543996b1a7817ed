import { expect, test } from 'vitest';
import { query, request, upload, type Work } from '../../infra/cost/workloads.ts';
import { sampleZip } from '../../local/demo/sample-farm/machine-file-steps.ts';
import { control, idle } from './cloud.ts';
import { freshOwner, type TestOwner } from './owner.ts';
import { freshUser } from './users/user.ts';

const owner = await freshOwner();
const { id: svcUserId } = await freshUser(owner);

/** The price of an action's call; those that are free or of a service without a price by the call have none. */
const pricedAs: Readonly<Record<string, keyof Work>> = {
  'dynamodb:GetItem': 'tableRead',
  'dynamodb:BatchGetItem': 'tableRead',
  'dynamodb:Query': 'tableRead',
  'dynamodb:ConditionCheckItem': 'tableRead',
  'dynamodb:PutItem': 'tableWrite',
  'dynamodb:UpdateItem': 'tableWrite',
  'dynamodb:DeleteItem': 'tableWrite',
  'dynamodb:BatchWriteItem': 'tableWrite',
  'sqs:SendMessage': 'queueRequest',
  's3:PutObject': 'objectPut',
  's3:ListBucket': 'objectPut',
  's3:GetObject': 'objectGet',
};

/** A message is sent, received and deleted. */
const requestsOfMessage = 3;

/** Calls that some work makes, by their price. */
async function callsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  await idle();
  const before = await calls();
  await work();
  await idle();
  const counted: Record<string, number> = {};
  for (const [action, count] of Object.entries(await calls())) {
    const price = pricedAs[action];
    const times = action === 'sqs:SendMessage' ? requestsOfMessage : 1;
    if (price) counted[price] = (counted[price] ?? 0) + times * (count - (before[action] ?? 0));
  }
  return counted;
}

const calls = async () => (await control<{ calls: Record<string, number> }>('GET', '/calls')).calls;

const sql = (one: TestOwner, body: string) =>
  one.call('POST', '/services/pointlake/api/v2/query', { body, headers: { 'content-type': 'text/plain' } });

/** Sums are of the order of what is counted: no more than assumed, and no less than a third of what is assumed to be many. */
function expectAssumed(counted: Record<string, number>, assumed: Work): void {
  for (const price of new Set(Object.values(pricedAs))) {
    const [found, most] = [counted[price] ?? 0, assumed[price] ?? 0];
    expect([price, found, found <= most], JSON.stringify(counted)).toEqual([price, found, true]);
    expect([price, found, found * 3 >= most || most < 10], JSON.stringify(counted)).toEqual([price, found, true]);
  }
}

test('a request that reads makes the calls that docs/cost.md counts', async () => {
  await owner.get('/services/fields/api/fields');
  const ten = await callsOf(async () => {
    for (let i = 0; i < 10; i += 1) await owner.get(`/services/fields/api/fields?svcUserId=${svcUserId}`);
  });
  expectAssumed(Object.fromEntries(Object.entries(ten).map(([price, count]) => [price, count / 10])), request);
});

test('a machine file and a query make the calls that docs/cost.md counts', async () => {
  const { name, content } = sampleZip('application-of-tank-mix-rate');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const path = `/services/operations/api/batch?svcUserId=${svcUserId}`;
  expectAssumed(await callsOf(() => owner.call('POST', path, { body: form })), upload);
  expectAssumed(await callsOf(() => sql(owner, 'SELECT COUNT(*) AS points FROM points')), query);
});
