import { describe, expect, test } from 'vitest';
import { meaningsOf, operationOf } from '../../../domain/machine-files/points/column-meanings.ts';
import { columnAdvice, neededHeaders, shownColumns } from '../../../domain/machine-files/points/needed-columns.ts';

describe('the columns of a table that is not recognised', () => {
  test.each(neededHeaders)('would be recognised as $operation under the suggested names', ({ operation, headers }) => {
    expect(operationOf(headers)).toBe(operation);
    expect(meaningsOf(headers, operation).map(({ column }) => column)).toEqual(headers);
  });

  test('are listed beside those that are missing for the closest kind of work', () => {
    const advice = columnAdvice(['Latitude', 'Time', 'Moisture(%)', 'Pass'], false);
    expect(advice).toContain('"Latitude", "Time", "Moisture(%)" and "Pass"');
    expect(advice).toContain(
      'those of a harvest, but Longitude, Yield Mass(t/ha), Swath Width(m) and Crop are missing',
    );
  });

  test('are listed beside those of every kind where none is close', () => {
    const advice = columnAdvice(['id', 'name'], true);
    for (const { headers } of neededHeaders) expect(advice).toContain(headers[0]);
    expect(advice).toContain('IsoTime');
    expect(advice).not.toContain('Longitude');
  });

  test('are listed up to thirty, on one line, with long ones shortened', () => {
    const long = `Soil\u0000 \n${'ä'.repeat(10_000)}`;
    const shown = shownColumns([long, ...Array.from({ length: 1_500 }, (_, index) => `c${index}`)]);
    expect(shown).toMatch(/^"Soil ä{34}…", "c0", .*"c28" and 1,471 more$/);
  });
});
