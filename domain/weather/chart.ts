import type { DailyRecord } from './records.ts';
import { quantities, type Units } from './variables.ts';

const [width, height] = [800, 320];
const [left, right, top, bottom] = [46, 46, 34, 44];
const plot = { width: width - left - right, height: height - top - bottom };
/** The lower part of the chart, which rain bars fill, so that they do not hide the temperatures. */
const rainShare = 0.45;
/** How many dates are written below the chart. */
const labels = 7;

/**
 * An SVG chart of 800 by 320: a band between the lowest and the highest temperature, and a bar for each day's precipitation. Days without values are
 * left out. The chart refers to no font, script or other file, and describes itself in `title` and `desc`.
 *
 * @param days in the given units, in chronological order; 367 days make about 40 kB.
 * @param credit attribution of the weather service, drawn below the chart because nothing else shows it there. Plain text without XML markup.
 */
export function chartOf(days: readonly DailyRecord[], units: Units, credit: string): string {
  const temperature = quantities.temperature[units];
  const water = quantities.water[units];
  const known = days.filter(({ temperatureMin, temperatureMax }) => temperatureMin !== null && temperatureMax !== null);
  const lows = known.map(({ temperatureMin }) => temperatureMin ?? 0);
  const highs = known.map(({ temperatureMax }) => temperatureMax ?? 0);
  const rains = days.map(({ precipitationSum }) => precipitationSum ?? 0);
  const scale = { min: floorTo(Math.min(0, ...lows), 5), max: floorTo(Math.max(5, ...highs), 5) + 5 };
  const maxRain = Math.max(units === 'imperial' ? 0.5 : 10, ...rains);

  const step = plot.width / Math.max(1, days.length);
  const x = (index: number) => round(left + (index + 0.5) * step);
  const y = (value: number) => round(top + (1 - (value - scale.min) / (scale.max - scale.min)) * plot.height);
  const rainHeight = (value: number) => round((value / maxRain) * plot.height * rainShare);

  const bars = days.flatMap(({ precipitationSum: rain }, index) => {
    if (!rain) return [];
    const tall = rainHeight(rain);
    return `<rect x="${round(x(index) - step * 0.4)}" y="${round(height - bottom - tall)}" width="${round(step * 0.8)}" height="${tall}"/>`;
  });
  const bands = runsOf(days).map((run) => {
    const edge = (of: 'temperatureMin' | 'temperatureMax') =>
      run.map((index) => `${x(index)},${y(days[index]?.[of] ?? 0)}`);
    // For a single day the polygon is a vertical line.
    const points = [...edge('temperatureMax'), ...edge('temperatureMin').reverse()].join(' ');
    return `<polygon points="${points}"/>`;
  });
  const marks = [scale.min, (scale.min + scale.max) / 2, scale.max].map(
    (value) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${round(value)}</text>`,
  );
  const every = Math.max(1, Math.ceil(days.length / labels));
  const dates = days.flatMap(({ date }, index) =>
    index % every === 0 ? `<text x="${x(index)}" y="${height - 26}" text-anchor="middle">${date}</text>` : [],
  );
  const range = `${days[0]?.date ?? ''} to ${days.at(-1)?.date ?? ''}`;
  const total = round(rains.reduce((sum, rain) => sum + rain, 0));
  const described =
    known.length === 0
      ? 'No temperatures are known.'
      : `Temperatures from ${Math.min(...lows)} to ${Math.max(...highs)} ${temperature}, ${total} ${water} of precipitation.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="weather-title weather-desc">`,
    `<title id="weather-title">Weather from ${range}</title><desc id="weather-desc">${described}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g font-family="sans-serif" font-size="11" fill="#333">${marks.join('')}${dates.join('')}`,
    `<text x="${width - right}" y="${height - 8}" text-anchor="end" font-size="10" fill="#666">${credit}</text>`,
    `<text x="${left}" y="20">Temperature, ${temperature}</text>`,
    `<text x="${width - right}" y="20" text-anchor="end">Precipitation, ${water}; the tallest bar: ${round(Math.max(0, ...rains))}</text></g>`,
    `<g fill="#2c7fb8" fill-opacity="0.75">${bars.join('')}</g>`,
    `<g fill="#d95f0e" fill-opacity="0.45" stroke="#d95f0e" stroke-width="1">${bands.join('')}</g>`,
    '</svg>',
  ].join('\n');
}

/** The indices of days with known temperatures, in runs without gaps. */
function runsOf(days: readonly DailyRecord[]): number[][] {
  const runs: number[][] = [];
  let isOpen = false;
  for (const [index, { temperatureMin, temperatureMax }] of days.entries()) {
    const isKnown = temperatureMin !== null && temperatureMax !== null;
    if (isKnown && isOpen) runs.at(-1)?.push(index);
    else if (isKnown) runs.push([index]);
    isOpen = isKnown;
  }
  return runs;
}

const floorTo = (value: number, step: number) => Math.floor(value / step) * step;
const round = (value: number) => Math.round(value * 100) / 100;
