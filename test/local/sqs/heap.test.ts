import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHeap } from '../../../local/sqs/heap.ts';

test('after any pushes and removals, the smallest comes out first', () => {
  const steps = fc.array(fc.record({ key: fc.integer({ min: 0, max: 50 }), removal: fc.option(fc.nat()) }));
  fc.assert(
    fc.property(steps, (list) => {
      const heap = createHeap<{ key: number }>((a, b) => a.key < b.key);
      const held: { key: number }[] = [];
      for (const { key, removal } of list) {
        const item = { key };
        held.push(item);
        heap.push(item);
        if (removal !== null) for (const gone of held.splice(removal % held.length, 1)) heap.remove(gone);
      }
      const out: number[] = [];
      for (let next = heap.peek(); next; next = heap.peek()) {
        out.push(next.key);
        heap.remove(next);
      }
      expect(out).toEqual(held.map(({ key }) => key).sort((a, b) => a - b));
    }),
  );
});
