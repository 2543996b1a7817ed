import type { SeriesPoint } from './time-series.ts';

const [width, height] = [800, 320];
const [left, right, top, bottom] = [46, 40, 34, 44];
const plot = { width: width - left - right, height: height - top - bottom };
const maxDateLabels = 6;
const marks = [0, 0.2, 0.4, 0.6, 0.8, 1];

/**
 * A picture of an index over time as SVG of 800 by 320: a band between the tenth and the ninetieth percent of the clear pixels, and a line with a dot for
 * their mean in each scene. Scenes without clear pixels are gray dots beside the line; scenes whose clouds are unknown count as clear. It names no font, script or other file, and says in `title` and `desc` what it shows.
 *
 * @param points in the order of their dates.
 */
export function seriesChart(points: readonly SeriesPoint[], index: string): string {
  const times = points.map(({ date }) => Date.parse(date));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const clear = points.filter(({ clearPercent }) => clearPercent !== 0).map(clearValues);
  const hidden = points.filter(({ clearPercent }) => clearPercent === 0);
  const min = Math.min(0, ...clear.map(({ p10 }) => p10), ...hidden.map(({ mean }) => mean));
  const x = (time: number) => round(left + (last === first ? 0.5 : (time - first) / (last - first)) * plot.width);
  const y = (value: number) => round(top + (1 - (value - min) / (1 - min)) * plot.height);
  const line = (of: 'p10' | 'p90' | 'mean') => clear.map((point) => `${x(Date.parse(point.date))},${y(point[of])}`);
  const band = [...line('p90'), ...line('p10').reverse()].join(' ');
  const dot = ({ mean, date }: Pick<SeriesPoint, 'mean' | 'date'>, note = '') => {
    const label = `${date.slice(0, 10)}: ${round(mean)}${note}`;
    return `<circle cx="${x(Date.parse(date))}" cy="${y(mean)}" r="3"><title>${label}</title></circle>`;
  };
  const dots = clear.map((point) => dot(point));
  const greyed = hidden.map((point) => dot(point, ', no clear pixels'));
  const lines = marks.map(
    (value) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const dates =
    points.length === 0
      ? []
      : Array.from({ length: maxDateLabels }, (_, at) => first + ((last - first) * at) / (maxDateLabels - 1));
  const shown = [...new Map(dates.map((time) => [new Date(time).toISOString().slice(0, 10), time])).entries()];
  const below = shown.map(
    ([day, time]) => `<text x="${x(time)}" y="${height - 26}" text-anchor="middle">${day}</text>`,
  );
  const credit = creditOf(points);
  const means = clear.map(({ mean }) => mean);
  const described =
    points.length === 0
      ? 'No scene has a value.'
      : [
          clear.length === 0
            ? 'No scene has clear pixels'
            : `${clear.length} scenes, with means from ${round(Math.min(...means))} to ${round(Math.max(...means))}`,
          ...(hidden.length > 0 && clear.length > 0 ? [`${hidden.length} without clear pixels`] : []),
          `${credit}.`,
        ].join('. ');
  const [from, to] = [points[0]?.date.slice(0, 10) ?? '', points.at(-1)?.date.slice(0, 10) ?? ''];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="series-title series-desc">`,
    `<title id="series-title">${index} from ${from} to ${to}</title><desc id="series-desc">${described}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g font-family="sans-serif" font-size="11" fill="#333">${lines.join('')}${below.join('')}`,
    `<text x="${left}" y="20">${index} of clear pixels: mean, and 10 to 90 percent of them</text>`,
    `<text x="${width - right}" y="${height - 8}" text-anchor="end" font-size="10" fill="#666">${credit}</text></g>`,
    `<polygon points="${band}" fill="#1a9850" fill-opacity="0.25"/>`,
    `<polyline points="${line('mean').join(' ')}" fill="none" stroke="#1a9850" stroke-width="2"/>`,
    `<g fill="#1a9850">${dots.join('')}</g>`,
    `<g fill="#bbb">${greyed.join('')}</g>`,
    '</svg>',
  ].join('\n');
}

/** The values of a point that are drawn: of its clear pixels, or of all if its clouds are unknown or only their mean was kept. */
function clearValues({ date, mean, clearMean, p10, clearP10, p90, clearP90 }: SeriesPoint) {
  return { date, mean: clearMean ?? mean, p10: clearP10 ?? p10, p90: clearP90 ?? p90 };
}

/** The credit that the terms of both providers require where their data are shown, with the years of the scenes. Scenes of stand-ins are made of real ones of 2023. */
function creditOf(points: readonly SeriesPoint[]): string {
  const real = points.filter(({ upstream }) => upstream !== 'stand-in');
  const yearsOf = (of: SeriesPoint['provider']) =>
    [...new Set(real.flatMap(({ provider, date }) => (provider === of ? date.slice(0, 4) : [])))].join(', ');
  const [sentinel, planet] = [yearsOf('sentinel'), yearsOf('planet')];
  return [
    ...(real.length < points.length
      ? ['Scenes of a stand-in, not of this place: modified Copernicus Sentinel data 2023']
      : []),
    ...(sentinel === '' ? [] : [`Contains modified Copernicus Sentinel data ${sentinel}`]),
    ...(planet === '' ? [] : [`Imagery © ${planet} Planet Labs PBC`]),
  ].join('. ');
}

const round = (value: number) => Math.round(value * 100) / 100;
