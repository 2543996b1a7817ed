import { createHeap, type Heap } from './heap.ts';
import type { Message } from './queue.ts';

/**
 * Messages of a standard queue that can be received, as a fair queue hands them out: first those of the group with the fewest in flight. A message without a group counts as a
 * group of its own. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 *
 * @param inFlightOf the number of a group's messages in flight.
 * @param before the order within a group, and between groups with as many in flight.
 */
export function createFairReady(
  before: (a: Message, b: Message) => boolean,
  inFlightOf: (groupId: string) => number,
): Heap<Message> {
  const groups = new Map<string | undefined, Heap<Message>>();
  const inFlight = ({ groupId }: Message) => (groupId === undefined ? 0 : inFlightOf(groupId));
  return {
    get size() {
      return [...groups.values()].reduce((sum, { size }) => sum + size, 0);
    },
    has: (message) => groups.get(message.groupId)?.has(message) ?? false,
    peek() {
      let first: Message | undefined;
      for (const group of groups.values()) {
        const next = group.peek();
        if (!next) continue;
        const less = first ? inFlight(next) - inFlight(first) : -1;
        if (!first || less < 0 || (less === 0 && before(next, first))) first = next;
      }
      return first;
    },
    push(message) {
      const group = groups.get(message.groupId) ?? createHeap(before);
      groups.set(message.groupId, group);
      group.push(message);
    },
    remove(message) {
      const group = groups.get(message.groupId);
      group?.remove(message);
      if (group?.size === 0) groups.delete(message.groupId);
    },
  };
}
