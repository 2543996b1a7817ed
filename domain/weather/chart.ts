import { plotOf, rounded, timeChart } from '../charts/time-chart.ts';
import type { DailyRecord } from './records.ts';
import { quantities, type Units } from './variables.ts';

/** The lower part of the chart, which rain bars fill, so that they do not hide the temperatures. */
const rainShare = 0.45;
/** How many dates are written below the chart. */
const labels = 7;

/**
 * A chart of the weather: a band between the lowest and the highest temperature, and a bar for each day's precipitation. Days without values are
 * left out.
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

  const plot = plotOf(scale);
  const { y } = plot;
  const step = plot.width / Math.max(1, days.length);
  const x = (index: number) => rounded(plot.left + (index + 0.5) * step);
  const rainHeight = (value: number) => rounded((value / maxRain) * plot.height * rainShare);

  const bars = days.flatMap(({ precipitationSum: rain }, index) => {
    if (!rain) return [];
    const tall = rainHeight(rain);
    return `<rect x="${rounded(x(index) - step * 0.4)}" y="${rounded(plot.bottom - tall)}" width="${rounded(step * 0.8)}" height="${tall}"/>`;
  });
  const bands = runsOf(days).map((run) => {
    const edge = (of: 'temperatureMin' | 'temperatureMax') =>
      run.map((index) => `${x(index)},${y(days[index]?.[of] ?? 0)}`);
    // For a single day the polygon is a vertical line.
    const points = [...edge('temperatureMax'), ...edge('temperatureMin').reverse()].join(' ');
    return `<polygon points="${points}"/>`;
  });
  const every = Math.max(1, Math.ceil(days.length / labels));
  const dates = days.flatMap(({ date: text }, index) => (index % every === 0 ? { x: x(index), text } : []));
  const range = `${days[0]?.date ?? ''} to ${days.at(-1)?.date ?? ''}`;
  const total = rounded(rains.reduce((sum, rain) => sum + rain, 0));
  const described =
    known.length === 0
      ? 'No temperatures are known.'
      : `Temperatures from ${Math.min(...lows)} to ${Math.max(...highs)} ${temperature}, ${total} ${water} of precipitation.`;
  return timeChart({
    name: 'weather',
    title: `Weather from ${range}`,
    described,
    plot,
    marks: [scale.min, (scale.min + scale.max) / 2, scale.max],
    dates,
    captions: [
      { at: 'credit', text: credit },
      { at: 'left', text: `Temperature, ${temperature}` },
      { at: 'right', text: `Precipitation, ${water}; the tallest bar: ${rounded(Math.max(0, ...rains))}` },
    ],
    drawn: [
      `<g fill="#2c7fb8" fill-opacity="0.75">${bars.join('')}</g>`,
      `<g fill="#d95f0e" fill-opacity="0.45" stroke="#d95f0e" stroke-width="1">${bands.join('')}</g>`,
    ],
  });
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
