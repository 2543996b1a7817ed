import { expect, test } from 'vitest';
import { agreeing, counted } from '../../domain/counted.ts';
import { soilWarnings } from '../../domain/soil/reading-problems.ts';

test('a number has its noun, and the verb agrees with it', () => {
  expect(counted(1, 'result')).toBe('1 result');
  expect(counted(1200, 'vertex', 'vertices')).toBe('1,200 vertices');
  expect(counted(0, 'result')).toBe('0 results');
  expect(['are', 'were', 'have', 'do', 'differ'].map((verb) => agreeing(1, verb))).toEqual([
    ...['is', 'was', 'has', 'does', 'differs'],
  ]);
  expect(agreeing(2, 'are')).toBe('are');
});

test.each(Object.entries(soilWarnings))('a warning about one thing speaks of one: %s', (_, sentence) => {
  const said = (sentence as (subject: string, times: number) => string)('it', 1);
  const wrong =
    /\b1 (results|samples|cells|formulas)\b|^1 \w+( of it)? (are|were|have|differ)\b|\b1 (result|cell|sample)( of it)? (are|were|have|differ)\b/;
  const ofNumbers = /(numbers|places|results) of 1 \w+ (are|were)/;
  expect(said.replace(ofNumbers, '')).not.toMatch(wrong);
});
