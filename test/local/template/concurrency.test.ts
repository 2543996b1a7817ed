import { expect, test } from 'vitest';
import { checkConcurrency, type EventSourceMappingPlan } from '../../../local/template/plan-event-source-mappings.ts';

const queue = (maximumConcurrency: number) => ({ kind: 'queue', maximumConcurrency }) as EventSourceMappingPlan;
const stream = { kind: 'stream' } as EventSourceMappingPlan;

test('event sources of queues may run half of what the account may', () => {
  expect(() => checkConcurrency([queue(20), queue(30), stream], 100)).not.toThrow();
  expect(() => checkConcurrency([queue(20), queue(31), stream], 100)).toThrow(
    "event sources of queues may run 51 functions at once, more than half of the account's 100",
  );
});
