import type { RangeConsumption } from './consumption.ts';

const [width, height] = [800, 320];
const [left, right, top, bottom] = [70, 30, 34, 40];
const plot = { width: width - left - right, height: height - top - bottom };
const gridLines = 4;
const dateLabels = 6;

/** The days of a range as CSV (RFC 4180), with a header line that names the unit. */
export function consumptionCsv({ areaUnit, areaPerDay }: RangeConsumption): string {
  const lines = areaPerDay.map(({ date, totalArea, dailyArea }) =>
    [date.slice(0, 10), totalArea, dailyArea, areaUnit].join(','),
  );
  return ['date,totalArea,dailyArea,areaUnit', ...lines, ''].join('\r\n');
}

/**
 * A picture of a range as SVG of 800 by 320: a line of the total, and a bar for what each day added. It names no font, script or other file, and says in `title` and
 * `desc` what it shows.
 *
 * @param product names the contract.
 */
export function consumptionChart({ areaUnit, areaPerDay }: RangeConsumption, product: string): string {
  const most = Math.max(...areaPerDay.map(({ totalArea, dailyArea }) => Math.max(totalArea, dailyArea)), 0) || 1;
  const step = plot.width / Math.max(1, areaPerDay.length);
  const x = (index: number) => rounded(left + (index + 0.5) * step);
  const y = (area: number) => rounded(top + (1 - Math.max(0, area) / most) * plot.height);
  const line = areaPerDay.map(({ totalArea }, index) => `${x(index)},${y(totalArea)}`).join(' ');
  const bars = areaPerDay.flatMap(({ dailyArea, date }, index) =>
    dailyArea > 0
      ? `<rect x="${rounded(left + index * step)}" y="${y(dailyArea)}" width="${rounded(Math.max(1, step * 0.8))}" height="${rounded(y(0) - y(dailyArea))}"><title>${date.slice(0, 10)}: ${dailyArea}</title></rect>`
      : [],
  );
  const grid = Array.from({ length: gridLines + 1 }, (_, index) => {
    const area = (most * index) / gridLines;
    return `<line x1="${left}" x2="${width - right}" y1="${y(area)}" y2="${y(area)}" stroke="#ddd"/><text x="${left - 6}" y="${y(area) + 4}" text-anchor="end">${shortly(area)}</text>`;
  });
  const every = Math.max(1, Math.ceil(areaPerDay.length / dateLabels));
  const dates = areaPerDay.flatMap(({ date }, index) =>
    index % every === 0
      ? `<text x="${x(index)}" y="${height - 20}" text-anchor="middle">${date.slice(0, 10)}</text>`
      : [],
  );
  const [first, last] = [areaPerDay[0], areaPerDay.at(-1)];
  const span = first && last ? `${first.date.slice(0, 10)} to ${last.date.slice(0, 10)}` : 'no days';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="usage-title usage-desc">`,
    `<title id="usage-title">${product}: ${span}</title><desc id="usage-desc">A total of ${last?.totalArea ?? 0}, in ${areaUnit}s, on the last day.</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g font-family="sans-serif" font-size="11" fill="#333">${grid.join('')}${dates.join('')}<text x="${left}" y="20">${product}: total and new area in ${areaUnit}s</text></g>`,
    `<g fill="#f0b429">${bars.join('')}</g>`,
    `<polyline points="${line}" fill="none" stroke="#2f5a1b" stroke-width="2"/>`,
    '</svg>',
  ].join('\n');
}

const rounded = (value: number) => Math.round(value * 100) / 100;
const shortly = (area: number) => Number(area.toPrecision(3));
