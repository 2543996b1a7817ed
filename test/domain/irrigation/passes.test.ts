import { describe, expect, test } from 'vitest';
import { clippedPass, type HistoryRow, passesOf, runningMilliseconds } from '../../../domain/irrigation/passes.ts';

const hour = 3_600_000;
/** Twelve hours for a turn at full speed. */
const turnSeconds = 12 * 3600;
const wet = { isIrrigating: true, isMoving: true, isReverse: false, depthMillimetres: 8, rate: 0.5 };
const dry = { isIrrigating: false, isMoving: false, isReverse: false };
const rows = (...all: [at: number, position: number, row: Omit<HistoryRow, 'time' | 'position'>][]): HistoryRow[] =>
  all.map(([at, position, row]) => ({ ...row, time: at * hour, position }));
const arcs = (history: HistoryRow[], now = 1_000) =>
  passesOf(history, turnSeconds, now * hour).map(({ start, sweep }) => [start, Math.round(sweep * 1e6) / 1e6]);

describe('a pass', () => {
  test('ends where the next row says', () => {
    expect(arcs(rows([0, 30, wet], [4, 90, dry]))).toEqual([[30, 60]]);
  });

  test('goes on over north: 359 → 1', () => {
    expect(arcs(rows([0, 359, wet], [0.2, 1, dry]))).toEqual([[359, 2]]);
  });

  test('in reverse goes back over north', () => {
    expect(arcs(rows([0, 1, { ...wet, isReverse: true }], [0.2, 359, dry]))).toEqual([[1, -2]]);
  });

  test('that turns around is two', () => {
    const history = rows([0, 90, { ...wet, rate: 1 }], [4, 210, { ...wet, rate: 1, isReverse: true }], [6, 150, dry]);
    expect(arcs(history)).toEqual([
      [90, 120],
      [210, -60],
    ]);
  });

  test('of several turns between two rows is as long as its speed says', () => {
    // At full speed 48 hours are four turns.
    expect(arcs(rows([0, 10, { ...wet, rate: 1 }], [48, 12, dry]))).toEqual([[10, 1442]]);
  });

  test('of one whole turn, whose ends have one position, is a turn', () => {
    expect(arcs(rows([0, 30, wet], [24, 30, dry]))).toEqual([[30, 360]]);
  });

  test('whose position goes on above 360 is that long, whatever its speed', () => {
    expect(arcs(rows([0, 300, { ...wet, rate: undefined }], [30, 1020, dry]))).toEqual([[300, 720]]);
  });

  test("does not go around because of a sensor's error", () => {
    expect(arcs(rows([0, 100, wet], [0.01, 99.8, dry]))).toEqual([]);
  });

  test('without a speed is the shorter way in its direction', () => {
    expect(arcs(rows([0, 100, { ...wet, rate: undefined }], [99, 80, dry]))).toEqual([[100, 340]]);
  });

  test('that is under way reaches as far as its speed and the time', () => {
    expect(arcs(rows([0, 100, wet]), 2)).toEqual([[100, 30]]);
    expect(arcs(rows([0, 100, { ...wet, rate: undefined }]), 2)).toEqual([]);
  });

  test('needs water and movement', () => {
    const standing = { ...wet, isMoving: false };
    expect(arcs(rows([0, 0, standing], [1, 0, { ...wet, isIrrigating: false }], [2, 15, dry]))).toEqual([]);
  });

  test('over midnight is split where it was at midnight', () => {
    const [pass] = passesOf(rows([20, 30, wet], [28, 150, dry]), turnSeconds, 100 * hour);
    const parts = [0, 24].map((from) => pass && clippedPass(pass, from * hour, (from + 24) * hour));
    expect(parts).toMatchObject([
      { start: 30, sweep: 60, endTime: 24 * hour },
      { start: 90, sweep: 60, startTime: 24 * hour },
    ]);
    expect(pass && clippedPass(pass, 48 * hour, 72 * hour)).toBeUndefined();
  });
});

test('the time that a pivot ran counts dry movement too, within a span', () => {
  const history = rows([0, 0, wet], [4, 60, { ...dry, isMoving: true }], [5, 90, dry]);
  expect(runningMilliseconds(history, 2 * hour, 24 * hour) / hour).toBe(3);
});
