import { counted } from '../../counted.ts';
import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import { creditOf } from '../pictures/credit.ts';
import { fittedOutline } from '../pictures/outline.ts';
import type { PicturePart } from '../pictures/shown-parts.ts';
import type { SeriesPoint } from './time-series.ts';

const [width, height] = [800, 320];
const [left, right, top, bottom] = [46, 40, 34, 44];
const plot = { width: width - left - right, height: height - top - bottom };
const maxDateLabels = 6;
/** What a legend adds to the height, and an outline to the width. */
const [legendHeight, outlineWidth] = [24, 140];
const marks = [0, 0.2, 0.4, 0.6, 0.8, 1];

/**
 * A picture of an index over time as SVG of 800 by 320: a band between the tenth and the ninetieth percent of the clear pixels, and a line with a dot for
 * their mean in each scene. Scenes without clear pixels are gray dots beside the line; scenes whose clouds are unknown count as clear. It names no font, script or other file, and says in `title` and `desc` what it shows.
 *
 * @param points in the order of their dates.
 * @param shown parts that are drawn besides: `legend` below the chart, the `date` of the first and the last scene above it, `outline` of the field on its right. The image is larger by them.
 * @example seriesChart(seriesOf(processes, 'NDVI'), 'NDVI')
 */
export function seriesChart(
  points: readonly SeriesPoint[],
  index: string,
  shown: { parts: ReadonlySet<PicturePart>; field: MultiPolygon } | undefined = undefined,
): string {
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
  const labelled = [...new Map(dates.map((time) => [new Date(time).toISOString().slice(0, 10), time])).entries()];
  const below = labelled.map(
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
            : `${counted(clear.length, 'scene')}, with means from ${round(Math.min(...means))} to ${round(Math.max(...means))}`,
          ...(hidden.length > 0 && clear.length > 0 ? [`${hidden.length} without clear pixels`] : []),
          `${credit}.`,
        ].join('. ');
  const [from, to] = [points[0]?.date.slice(0, 10) ?? '', points.at(-1)?.date.slice(0, 10) ?? ''];
  const has = (part: PicturePart) => shown?.parts.has(part) === true;
  const [wide, high] = [width + (has('outline') ? outlineWidth : 0), height + (has('legend') ? legendHeight : 0)];
  const span = from === to ? from : `${from} to ${to}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" role="img" aria-labelledby="series-title series-desc">`,
    `<title id="series-title">${index} from ${from} to ${to}</title><desc id="series-desc">${described}</desc>`,
    `<rect width="${wide}" height="${high}" fill="#fff"/>`,
    `<g font-family="sans-serif" font-size="11" fill="#333">${lines.join('')}${below.join('')}`,
    `<text x="${left}" y="20">${index} of clear pixels: mean, and 10 to 90 percent of them</text>`,
    ...(has('date') ? [`<text x="${width - right}" y="20" text-anchor="end">${span}</text>`] : []),
    `<text x="${width - right}" y="${height - 8}" text-anchor="end" font-size="10" fill="#666">${credit}</text></g>`,
    `<polygon points="${band}" fill="#1a9850" fill-opacity="0.25"/>`,
    `<polyline points="${line('mean').join(' ')}" fill="none" stroke="#1a9850" stroke-width="2"/>`,
    `<g fill="#1a9850">${dots.join('')}</g>`,
    `<g fill="#bbb">${greyed.join('')}</g>`,
    ...(has('legend') ? [legend()] : []),
    ...(shown && has('outline') ? [fieldOutline(shown.field)] : []),
    '</svg>',
  ].join('\n');
}

/** What the marks of the chart mean, in a row below it. */
function legend(): string {
  const y = height + legendHeight / 2;
  return [
    '<g font-family="sans-serif" font-size="11" fill="#333">',
    `<line x1="${left}" x2="${left + 20}" y1="${y - 4}" y2="${y - 4}" stroke="#1a9850" stroke-width="2"/>`,
    `<circle cx="${left + 10}" cy="${y - 4}" r="3" fill="#1a9850"/>`,
    `<text x="${left + 26}" y="${y}">mean of clear pixels</text>`,
    `<rect x="${left + 170}" y="${y - 10}" width="20" height="12" fill="#1a9850" fill-opacity="0.25"/>`,
    `<text x="${left + 196}" y="${y}">10 to 90 percent of clear pixels</text>`,
    `<circle cx="${left + 410}" cy="${y - 4}" r="3" fill="#bbb"/>`,
    `<text x="${left + 420}" y="${y}">mean of all pixels where none are clear</text></g>`,
  ].join('');
}

/** The outline of a field, north up, on the right of the chart. */
function fieldOutline(field: MultiPolygon): string {
  const path = fittedOutline(field, outlineWidth - right / 2).map(
    (ring) => `M${ring.map(([x, y]) => `${round(width + x)},${round(top + y)}`).join('L')}Z`,
  );
  return `<path d="${path.join('')}" fill="#1a9850" fill-opacity="0.1" fill-rule="evenodd" stroke="#333"/>`;
}

/** The values of a point that are drawn: of its clear pixels, or of all if its clouds are unknown or only their mean was kept. */
function clearValues({ date, mean, clearMean, p10, clearP10, p90, clearP90 }: SeriesPoint) {
  return { date, mean: clearMean ?? mean, p10: clearP10 ?? p10, p90: clearP90 ?? p90 };
}

const round = (value: number) => Math.round(value * 100) / 100;
