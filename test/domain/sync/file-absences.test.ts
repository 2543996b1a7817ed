import { expect, test } from 'vitest';
import { compareFiles, judgeFiles } from '../../../domain/sync/file-absences.ts';

const [first, second, third] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const held = (count: number, againTime = second) =>
  Array.from({ length: count }, (_, at) => ({ id: `logged#${at}`, sinceTime: first, againTime }));

test('a file that a list lacks is absent, and to be looked at when the list of a later round lacks it as well', () => {
  const compare = (round: string, absences: Parameters<typeof compareFiles>[0]['absences'] = new Map()) =>
    compareFiles({ known: ['logged#1', 'logged#2'], listed: new Set(['logged#2']), absences, round });
  const absent = { id: 'logged#1', sinceTime: first };
  expect(compare(first)).toEqual({ changed: [absent], areGone: false });
  const known = new Map([[absent.id, absent]]);
  // Another attempt of the same round.
  expect(compare(first, known)).toEqual({ changed: [], areGone: false });
  const again = { ...absent, againTime: second };
  expect(compare(second, known)).toEqual({ changed: [again], areGone: true });
  expect(compare(third, new Map([[again.id, again]]))).toEqual({ changed: [], areGone: true });
  expect(compare(third, new Map([[again.id, { ...again, isGone: true }]]))).toEqual({ changed: [], areGone: false });
});

test('so many files of an account wait for their owner, whatever their lists', () => {
  expect(judgeFiles(held(20), { total: 25, round: second, held: undefined }).gone).toHaveLength(20);
  expect(judgeFiles(held(21), { total: 200, round: second, held: undefined }).gone).toHaveLength(21);
  const waits = { foundTime: second, gone: 21, of: 25 };
  expect(judgeFiles(held(21), { total: 25, round: second, held: undefined })).toEqual({ gone: [], held: waits });
  // Those that were marked in the same round count as well.
  const [last, ...others] = held(21);
  const marked = others.map((one) => ({ ...one, isGone: true }));
  expect(
    judgeFiles([last as (typeof others)[number], ...marked], { total: 25, round: second, held: undefined }),
  ).toEqual({
    gone: [],
    held: { ...waits, gone: 1 },
  });
});

test('a confirmation is for the files that had been found by then', () => {
  const confirmed = { foundTime: second, gone: 21, of: 60, confirmedTime: third };
  const late = { id: 'logged#late', sinceTime: second, againTime: third };
  expect(judgeFiles([...held(21), late], { total: 60, round: third, held: confirmed }).gone).toHaveLength(22);
  const many = held(22, third).map((one, at) => ({ ...one, id: `operation#${at}` }));
  const judged = judgeFiles([...held(21), ...many], { total: 60, round: third, held: confirmed });
  expect(judged.gone.map(({ id }) => id)).toEqual(held(21).map(({ id }) => id));
  expect(judged.held).toEqual({ foundTime: third, gone: 22, of: 60 });
});
