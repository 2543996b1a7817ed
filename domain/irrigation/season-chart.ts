import { plotOf, rounded, timeChart } from '../charts/time-chart.ts';
import { counted } from '../counted.ts';
import { type IrrigationUnits, inUnit } from './irrigation-units.ts';
import type { Season } from './season.ts';

/** The lower part of the chart, which the bars of days fill, so that they do not hide the line. */
const dayShare = 0.45;
const labels = 6;
const dayMilliseconds = 86_400_000;
const minDepths = { mm: 10, in: 0.5 };

/**
 * A chart of a field's water over time: a bar for each day with water, and a line for the sum since the first day, both over the whole arc.
 */
export function seasonChart(
  { days, depthMillimetres, arcHectares }: Season,
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
  { depth: unit, totalArea }: Pick<IrrigationUnits, 'depth' | 'totalArea'>,
): string {
  const [first, last] = [Date.parse(firstDate), Date.parse(lastDate)];
  const total = inUnit(depthMillimetres, unit);
  const scale = Math.max(minDepths[unit], total);
  const plot = plotOf({ min: 0, max: scale });
  const { y } = plot;
  const step = plot.width / ((last - first) / dayMilliseconds + 1);
  const x = (time: number) => rounded(plot.left + ((time - first) / dayMilliseconds + 0.5) * step);
  const depths = days.map((day) => inUnit(day.depthMillimetres, unit));
  const tallest = Math.max(minDepths[unit], ...depths);
  const bars = days.map(({ date }, index) => {
    const depth = depths[index] ?? 0;
    const tall = rounded((depth / tallest) * plot.height * dayShare);
    const wide = rounded(Math.max(1, step * 0.8));
    return `<rect x="${rounded(x(Date.parse(date)) - wide / 2)}" y="${rounded(plot.bottom - tall)}" width="${wide}" height="${tall}"><title>${date}: ${rounded(depth)} ${unit}</title></rect>`;
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
  const times = Array.from({ length: labels }, (_, at) => first + ((last - first) * at) / (labels - 1));
  const dates = [...new Set(times.map((time) => new Date(time).toISOString().slice(0, 10)))];
  const area = `${rounded(inUnit(arcHectares, totalArea))} ${totalArea}`;
  const described =
    days.length === 0
      ? 'No water in this time.'
      : `Water on ${counted(days.length, 'day')}, ${rounded(total)} ${unit} in all over the whole arc of ${area}. Most on one day: ${rounded(Math.max(...depths))} ${unit}.`;
  return timeChart({
    name: 'season',
    title: `Irrigation from ${firstDate} to ${lastDate}`,
    described,
    plot,
    marks: [0, scale / 2, scale],
    dates: dates.map((text) => ({ x: x(Date.parse(text)), text })),
    captions: [
      { at: 'left', text: `Sum of irrigation, ${unit}` },
      { at: 'right', text: `Days, ${unit}; the tallest bar: ${rounded(Math.max(0, ...depths))}` },
    ],
    drawn: [
      `<g fill="#2c7fb8" fill-opacity="0.75">${bars.join('')}</g>`,
      `<polyline points="${points}" fill="none" stroke="#253494" stroke-width="2"/>`,
    ],
  });
}
