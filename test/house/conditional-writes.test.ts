import { expect, test } from 'vitest';
import { modules, read } from './tree.ts';

/** Files that recognise a failed condition by its exception: `ifHeld`, and stores that read the item in it. */
const knowing = [
  'adapters/aws/dynamodb/answer-store.ts',
  'adapters/aws/dynamodb/leases/owner-slots.ts',
  'adapters/aws/dynamodb/transact.ts',
];

test('writes to DynamoDB whose condition may fail are made by ifHeld', () => {
  const product = modules().filter((path) => /^(adapters|functions|bin)\//.test(path));
  const found = product.filter((path) => read(path).includes('ConditionalCheckFailedException'));
  expect(found.sort()).toEqual(knowing);
});
