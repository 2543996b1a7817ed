import { counted } from '../counted.ts';
import { type IrrigationUnits, inUnit } from './irrigation-units.ts';
import type { Season } from './season.ts';

const [width, height] = [800, 320];
const [left, right, top, bottom] = [46, 46, 34, 44];
const plot = { width: width - left - right, height: height - top - bottom };
/** The lower part of the chart, which the bars of days fill, so that they do not hide the line. */
const dayShare = 0.45;
const labels = 6;
const dayMilliseconds = 86_400_000;
const minDepths = { mm: 10, in: 0.5 };

/**
 * A chart of a field's water over time as SVG of 800 by 320: a bar for each day with water, and a line for the sum since the first day, both over the whole
 * arc. It names no font, script or other file, and says in `title` and `desc` what it shows.
 */
export function seasonChart(
  { days, depthMillimetres, arcHectares }: Season,
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
  { depth: unit, totalArea }: Pick<IrrigationUnits, 'depth' | 'totalArea'>,
): string {
  const [first, last] = [Date.parse(firstDate), Date.parse(lastDate)];
  const step = plot.width / ((last - first) / dayMilliseconds + 1);
  const x = (time: number) => round(left + ((time - first) / dayMilliseconds + 0.5) * step);
  const total = inUnit(depthMillimetres, unit);
  const scale = Math.max(minDepths[unit], total);
  const y = (value: number) => round(top + (1 - value / scale) * plot.height);
  const depths = days.map((day) => inUnit(day.depthMillimetres, unit));
  const tallest = Math.max(minDepths[unit], ...depths);
  const bars = days.map(({ date }, index) => {
    const depth = depths[index] ?? 0;
    const tall = round((depth / tallest) * plot.height * dayShare);
    const wide = round(Math.max(1, step * 0.8));
    return `<rect x="${round(x(Date.parse(date)) - wide / 2)}" y="${round(height - bottom - tall)}" width="${wide}" height="${tall}"><title>${date}: ${round(depth)} ${unit}</title></rect>`;
  });
  // The sum is level between days with water.
  let before = 0;
  const line = days.flatMap(({ date, sumMillimetres }) => {
    const [at, sum] = [x(Date.parse(date)), inUnit(sumMillimetres, unit)];
    const corner = [`${at},${y(before)}`, `${at},${y(sum)}`];
    before = sum;
    return corner;
  });
  const points = days.length > 0 ? [`${x(first)},${y(0)}`, ...line, `${x(last)},${y(total)}`].join(' ') : '';
  const marks = [0, scale / 2, scale].map(
    (value) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${round(value)}</text>`,
  );
  const times = Array.from({ length: labels }, (_, at) => first + ((last - first) * at) / (labels - 1));
  const dates = [...new Set(times.map((time) => new Date(time).toISOString().slice(0, 10)))].map(
    (date) => `<text x="${x(Date.parse(date))}" y="${height - 26}" text-anchor="middle">${date}</text>`,
  );
  const area = `${round(inUnit(arcHectares, totalArea))} ${totalArea}`;
  const described =
    days.length === 0
      ? 'No water in this time.'
      : `Water on ${counted(days.length, 'day')}, ${round(total)} ${unit} in all over the whole arc of ${area}. Most on one day: ${round(Math.max(...depths))} ${unit}.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="season-title season-desc">`,
    `<title id="season-title">Irrigation from ${firstDate} to ${lastDate}</title><desc id="season-desc">${described}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g font-family="sans-serif" font-size="11" fill="#333">${marks.join('')}${dates.join('')}`,
    `<text x="${left}" y="20">Sum of irrigation, ${unit}</text>`,
    `<text x="${width - right}" y="20" text-anchor="end">Days, ${unit}; the tallest bar: ${round(Math.max(0, ...depths))}</text></g>`,
    `<g fill="#2c7fb8" fill-opacity="0.75">${bars.join('')}</g>`,
    `<polyline points="${points}" fill="none" stroke="#253494" stroke-width="2"/>`,
    '</svg>',
  ].join('\n');
}

const round = (value: number) => Math.round(value * 100) / 100;
