import { describe, expect, it } from 'vitest';
import { countedOf, originalOf, type SoilContent, settleCopies } from '../../../../domain/soil/batch/soil-copies.ts';

const content = (batchId: string, readingHash: string, index = 0): SoilContent => ({
  ...{ batchId, entryId: `${batchId}${index}`, index, contentHash: 'c', readingHash },
});

describe('of zips with the same content', () => {
  it('the first one counts that has the reading which came last', () => {
    expect(countedOf([content('b', 'r'), content('a', 'r')])?.entryId).toBe('a0');
    expect(countedOf([content('a', 'r'), content('b', 'with units'), content('c', 'with units')])?.entryId).toBe('b0');
    expect(countedOf([content('a', 'r'), content('b', 'with units'), content('c', 'r')])?.entryId).toBe('a0');
    expect(countedOf([content('a', 'r', 1), content('a', 'r', 0)])?.entryId).toBe('a0');
    expect(countedOf([])).toBeUndefined();
  });

  it('another one says which it is', () => {
    const [first, second] = [content('a', 'r'), content('b', 'r')];
    expect(originalOf(second, [first])).toEqual({ duplicateOf: 'a0', duplicateOfBatch: 'a' });
    expect(originalOf(first, [first, second])).toEqual({});
    expect(originalOf(content('b', 'with units'), [first])).toEqual({});
  });

  it('one counts in the end, also if a worker has decided by what it saw before', async () => {
    const all = [content('a', 'r')];
    const duplicates = new Map<string, string | undefined>();
    let reads = 0;
    const soil = {
      copiesOf: async () => {
        reads += 1;
        const seen = [...all];
        // Another worker ends an entry with another reading, and has it count, right after this one has looked.
        if (reads === 1) {
          all.push(content('b', 'with units'));
          duplicates.set('a0', 'b0');
        }
        return seen;
      },
      setDuplicate: async (_: string, copy: SoilContent, original: SoilContent | undefined) => {
        if (duplicates.get(copy.entryId) === original?.entryId) return false;
        duplicates.set(copy.entryId, original?.entryId);
        return true;
      },
    };
    expect(await settleCopies('o', 'u', content('a', 'r'), { soil })).toEqual(['a', 'b']);
    expect(Object.fromEntries(duplicates)).toEqual({ a0: 'b0' });
  });
});
