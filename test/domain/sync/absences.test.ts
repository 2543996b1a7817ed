import { expect, test } from 'vitest';
import { type Absence, heldMessage, judgeAbsences } from '../../../domain/sync/absences.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `p-${index}`);
const absent = (of: readonly string[], sinceTime = '2026-05-01T00:00:00.000Z') =>
  new Map<string, Absence>(of.map((id) => [id, { id, sinceTime }]));

test('the first list that lacks a record notes it, the second takes it for gone', () => {
  const stored = new Set(['a', 'b', 'c']);
  const judged = judgeAbsences({ stored, listed: new Set(['b', 'd']), absences: absent(['a', 'd']) });
  expect(judged).toEqual({ missed: ['c'], gone: ['a'], held: [], returned: ['d'] });
});

test.each([
  [20, 30, 20, 0],
  [21, 30, 0, 21],
  [21, 105, 21, 0],
  [22, 105, 0, 22],
])('of %i records that are gone among %i, %i are taken for gone at once, and %i wait', (gone, all, now, waiting) => {
  const stored = new Set(ids(all));
  const absences = absent(ids(gone));
  const listed = new Set(ids(all).slice(gone));
  const judged = judgeAbsences({ stored, listed, absences });
  expect([judged.gone.length, judged.held.length]).toEqual([now, waiting]);
});

test('a list that another attempt of the same round has read is no second one', () => {
  const lists = { stored: new Set(['a', 'b']), listed: new Set(['b']), absences: absent(['a']) };
  const same = judgeAbsences({ ...lists, dueTime: '2026-04-30T23:59:00.000Z' });
  expect(same).toEqual({ missed: [], gone: [], held: [], returned: [] });
  expect(judgeAbsences({ ...lists, dueTime: '2026-05-02T00:00:00.000Z' }).gone).toEqual(['a']);
});

test('what was confirmed is gone, and what is absent since then waits', () => {
  const all = ids(100);
  const before = absent(all.slice(0, 30), '2026-05-01T00:00:00.000Z');
  const after = absent(all.slice(30, 70), '2026-05-02T00:00:00.000Z');
  const judged = judgeAbsences({
    stored: new Set(all),
    listed: new Set(all.slice(70)),
    absences: new Map([...before, ...after]),
    confirmedUntil: '2026-05-02T00:00:00.000Z',
  });
  expect([judged.gone.length, judged.held.length]).toEqual([30, 40]);
});

test('what waits is said by list', () => {
  const lists = { farms: { gone: 21, of: 30 }, fields: { gone: 60, of: 100 } };
  expect(heldMessage('JohnDeere', { foundTime: '', lists })).toBe(
    '21 of 30 farms, 60 of 100 fields are no longer listed by John Deere.',
  );
});
