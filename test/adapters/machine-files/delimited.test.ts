import { describe, expect, test } from 'vitest';
import { harvestCsv } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';

const text = harvestCsv({ crop: 'Sommergerste Süd' });

/** The text with other delimiters and another form of numbers. */
function written(delimiter: string, number: (value: string) => string): string {
  const [header = '', ...rows] = text.split('\n');
  const cells = (line: string) => line.split(',').map((cell) => (/^-?[\d.]+$/.test(cell) ? number(cell) : cell));
  return [header.split(',').join(delimiter), ...rows.map((row) => cells(row).join(delimiter))].join('\r\n');
}

const asIs = (value: string) => value;
const withComma = (value: string) => value.replace('.', ',');

function utf16(content: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(`\uFEFF${content}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

describe('a text table', () => {
  test.each([
    ['commas, in UTF-8 with a mark', Buffer.from(`\uFEFF${written(',', asIs)}`)],
    ['commas, in Latin-1', Buffer.from(written(',', asIs), 'latin1')],
    ['commas, and decimal commas in quotes', Buffer.from(written(',', (value) => `"${withComma(value)}"`))],
    ['semicolons and decimal commas, in Latin-1', Buffer.from(written(';', withComma), 'latin1')],
    ['semicolons and decimal points', Buffer.from(written(';', asIs))],
    ['tabs and decimal commas, in UTF-16', utf16(written('\t', withComma), false)],
    ['tabs, in UTF-16 with the high byte first', utf16(written('\t', asIs), true)],
  ])('may have %s', async (_, content) => {
    const set = await only('ernte.csv', content);
    expect(set.processed.pointCounts).toEqual({ read: 100, kept: 100, dropped: {} });
    expect(set.processed.startTime).toBe('2024-08-01T12:00:00.000Z');
    expect(pointsOf(set)[0]).toMatchObject({ crop: 'sommergerste süd', wetMassPerArea: 5, area: 20, elevation: 101.5 });
  });

  test('has no time where the clock was not set yet', async () => {
    const lines = text
      .split('\n')
      .map((line, index) => (index > 0 && index <= 10 ? line.replace('2024-', '1980-') : line));
    const { processed } = await only('a.csv', lines.join('\n'));
    expect(processed.pointCounts).toEqual({ read: 100, kept: 90, dropped: { timestamp: 10 } });
    expect(processed.startTime).toMatch(/^2024-/);
  });

  test('keeps its times with a warning where the clock was never set at all', async () => {
    const { processed } = await only('a.csv', text.replaceAll('2024-', '1980-'));
    expect(processed.pointCounts).toEqual({ read: 100, kept: 100, dropped: {} });
    expect(processed.startTime).toMatch(/^1980-/);
    expect(processed.problems.map(({ code }) => code)).toContain('clockNeverSet');
  });

  test('may have lines within quotes, and keeps the others when some are damaged', async () => {
    const lines = text.split('\n');
    lines[5] = `${lines[5]?.replace(/,[^,]*$/, '')},"Sommer\ngerste"`;
    lines[9] = 'lost';
    lines[12] = `${lines[12]},too,many`;
    const { processed } = await only('a.csv', lines.join('\n'));
    expect(processed.pointCounts).toEqual({ read: 98, kept: 98, dropped: {} });
    expect(processed.problems).toMatchObject([
      { code: 'unevenLines', message: expect.stringMatching(/^2 lines .*line 11/) },
    ]);
  });

  test('leaves out a line with a value too many, and names it', async () => {
    const lines = text.split('\n');
    lines[7] = lines[7]?.replace(',101.5,', ',101,5,') ?? '';
    const { processed } = await only('a.csv', lines.join('\n'));
    expect(processed.pointCounts).toEqual({ read: 99, kept: 99, dropped: {} });
    expect(processed.problems.map(({ message }) => message)).toEqual([
      "Line 8 has another number of values than the table's 10 columns, and was left out.",
    ]);
  });

  test('may have a delimiter at the end of every line', async () => {
    const { processed } = await only('a.csv', text.replaceAll('Süd\n', 'Süd,\n'));
    expect(processed).toMatchObject({ pointCounts: { read: 100, kept: 100 }, problems: [] });
  });

  test('may number its lines in a column without a name, as R does', async () => {
    const numbered = text.split('\n').map((line, index) => (index > 0 && line ? `"${index}",${line}` : line));
    const { processed } = await only('a.csv', numbered.join('\n'));
    expect(processed).toMatchObject({ pointCounts: { read: 100, kept: 100 }, problems: [] });
  });

  test('may have decimal commas in one column alone', async () => {
    const set = await only('a.csv', text.replaceAll(',101.5,', ',"101,5",'));
    expect(pointsOf(set)[0]).toMatchObject({ elevation: 101.5, wetMassPerArea: 5 });
    expect(set.processed.steps.normalizedGeojson?.message).toContain('decimal commas in "Elevation(m)"');
  });

  test('names numbers that are none where a column has points and commas', async () => {
    const lines = text.split('\n').map((line, index) => {
      return line.replace(
        ',14,5,',
        [',14,5.5,', ',14,"5,5",', ',14,NaN,', ',14,1E+38,', ',14,"5,25",'][index % 5] ?? '',
      );
    });
    const { processed } = await only('a.csv', lines.join('\n'));
    expect(processed.problems).toMatchObject([
      { code: 'impossibleNumbers', message: expect.stringContaining('80 of wetMassPerArea (the first in row 1)') },
    ]);
  });

  test.each([
    ['a zone', 'IsoTime', '2024-08-01T14:00:00+02:00', '2024-08-01T12:00:00.000Z', /^ok$/],
    [
      'no zone',
      'Date',
      '01.08.2024 14:00:00',
      '2024-08-01T12:00:00.000Z',
      /no zone and were taken as local time of Europe\/Berlin/,
    ],
  ])('has times with %s, and reports the assumption', async (_, column, time, utc, message) => {
    const local = text
      .replace('IsoTime', column)
      .replace(/2024-08-01T12:(\d\d):(\d\d)\.000Z/g, time.replace(':00:00', ':$1:$2'));
    const { processed } = await only('a.csv', local);
    expect(processed.startTime).toBe(utc);
    expect(processed.steps.normalizedGeojson?.message).toMatch(message);
  });

  test('has one clock where its field lies on a border between meridians', async () => {
    const local = harvestCsv({ longitude: 7.4998 })
      .replace('IsoTime', 'Date')
      .replace(/2024-08-01T(12:\d\d:\d\d)\.000Z/g, '01.08.2024 $1');
    const { processed } = await only('a.csv', local);
    expect([processed.startTime, processed.endTime]).toEqual(['2024-08-01T10:00:00.000Z', '2024-08-01T10:01:39.000Z']);
  });
});
