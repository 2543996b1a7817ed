import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChangeTokens, changesOf, type FollowedList } from '../../../domain/transport/changes.ts';
import { failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { type ListEnd, type ListPage, maxPages, pagesOf } from '../../../domain/transport/pages.ts';

const answered = <Page>(page: Page, next?: string, change?: string): Outcome<ListPage<Page>> => ({
  kind: 'answered',
  status: 200,
  headers: {},
  value: { page, next, change },
});

async function drained<Page, End>(pages: AsyncGenerator<Page, End>): Promise<{ pages: Page[]; end: End }> {
  const read: Page[] = [];
  for (;;) {
    const { done, value } = await pages.next();
    if (done) return { pages: read, end: value };
    read.push(value);
  }
}

describe('pages of a list', () => {
  test('are read in order, to the last', async () => {
    const { pages, end } = await drained(
      pagesOf(async (mark = '0') => answered(mark, mark === '3' ? undefined : String(Number(mark) + 1))),
    );
    expect(pages).toEqual(['0', '1', '2', '3']);
    expect(end).toMatchObject({ kind: 'complete', pages: 4 });
  });

  test('whose links lead in a circle stop, whatever the circle and the way into it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.integer({ min: 1, max: 20 }), async (before, circle) => {
        let asked = 0;
        const { end } = await drained(
          pagesOf(async (mark = '0') => {
            asked += 1;
            const next = Number(mark) + 1;
            return answered(mark, String(next < before + circle ? next : before));
          }),
        );
        // A circle that leads to the first page is seen when that page has been read by its link.
        expect(end.kind).toBe('loop');
        expect(asked).toBeLessThanOrEqual(before + circle + 1);
      }),
    );
  });

  test('that never end stop after 10,000', async () => {
    let asked = 0;
    const { end } = await drained(
      pagesOf(async () => {
        asked += 1;
        return answered(asked, `token-${asked}`);
      }),
    );
    expect(end).toMatchObject({ kind: 'endless', pages: maxPages });
    expect(asked).toBe(maxPages);
  });

  test('end with the failure in the middle, and are not complete', async () => {
    const { pages, end } = await drained(
      pagesOf(async (mark) => (mark ? failed('failing', 'x answered 500.') : answered('a', 'b'))),
    );
    expect(pages).toEqual(['a']);
    expect(end).toMatchObject({ kind: 'failed', pages: 1, failure: { kind: 'failing' } });
  });

  test('go on from a stored mark', async () => {
    const { pages } = await drained(pagesOf(async (mark = '0') => answered(mark, mark === '2' ? undefined : '2'), '1'));
    expect(pages).toEqual(['1', '2']);
  });

  test('end with 304 where the last page was full, and the token of that page is kept', async () => {
    const { end } = await drained(
      pagesOf<string>(async (mark) => (mark ? { kind: 'unchanged', headers: {} } : answered('a', 't-1'))),
    );
    expect(end).toEqual({ kind: 'complete', pages: 1, change: 't-1' });
  });
});

describe('changes of a list', () => {
  const list: FollowedList = {
    ownerId: 'o',
    svcUserId: 'u',
    provider: 'JohnDeere',
    credentialId: 'c',
    list: '/fields',
  };

  function stored(token?: string) {
    let kept = token;
    const tokens: ChangeTokens = {
      get: async () => kept,
      put: async (_, one) => {
        kept = one;
      },
      drop: async () => {
        kept = undefined;
      },
    };
    return { tokens, kept: () => kept };
  }

  test('keep the token of the first page once the last one has been taken', async () => {
    const { tokens, kept } = stored();
    const pages = changesOf(
      list,
      async ({ mark }) => (mark ? answered('b', undefined, 's-2') : answered('a', 'n', 's-1')),
      tokens,
    );
    await pages.next();
    await pages.next();
    expect(kept()).toBeUndefined();
    const end = (await pages.next()).value as ListEnd & { isWhole: boolean };
    expect(end).toMatchObject({ kind: 'complete', isWhole: true });
    expect(kept()).toBe('s-1');
  });

  test('are none after 304, which proves no absence', async () => {
    const { tokens, kept } = stored('s-1');
    const asked: unknown[] = [];
    const { pages, end } = await drained(
      changesOf<string>(
        list,
        async (one) => {
          asked.push(one.change);
          return { kind: 'unchanged', headers: {} };
        },
        tokens,
      ),
    );
    expect([pages, asked, kept()]).toEqual([[], ['s-1'], 's-1']);
    expect(end).toMatchObject({ kind: 'unchanged', isWhole: false });
  });

  test.each([0, 1])('begin anew without a token that the provider finds too old, after %i pages', async (good) => {
    const { tokens, kept } = stored('old');
    let calls = 0;
    const { pages, end } = await drained(
      changesOf<string>(
        list,
        async ({ change, mark }) => {
          calls += 1;
          if (calls === good + 1) return failed('tooOld', 'x answered 409.');
          return calls <= good ? answered('stale', 'm') : answered(`${change} ${mark}`, undefined, 'new');
        },
        tokens,
      ),
    );
    expect(pages.at(-1)).toBe('undefined undefined');
    expect(end).toMatchObject({ kind: 'complete', isWhole: true });
    expect(kept()).toBe('new');
  });

  test('fail when the provider finds every token too old', async () => {
    const { end } = await drained(
      changesOf<string>(list, async () => failed('tooOld', 'x answered 409.'), stored('old').tokens),
    );
    expect(end).toMatchObject({ kind: 'failed', isWhole: false });
  });

  test('keep their token when a page fails', async () => {
    const { tokens, kept } = stored('s-1');
    const { end } = await drained(
      changesOf(
        list,
        async ({ mark }) => (mark ? failed('failing', 'x answered 500.') : answered('a', 'n', 's-2')),
        tokens,
      ),
    );
    expect(end).toMatchObject({ kind: 'failed', isWhole: false });
    expect(kept()).toBe('s-1');
  });
});
