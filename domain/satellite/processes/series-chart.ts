import { chartHeight, chartWidth, type Plot, plotOf, rounded, timeChart } from '../../charts/time-chart.ts';
import { counted } from '../../counted.ts';
import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import { creditOf } from '../pictures/credit.ts';
import { fittedOutline } from '../pictures/outline.ts';
import type { PicturePart } from '../pictures/shown-parts.ts';
import type { SeriesPoint } from './time-series.ts';

/** Pixels on the right of the plot. */
const margin = 40;
const maxDateLabels = 6;
/** What a legend adds to the height, and an outline to the width. */
const [legendHeight, outlineWidth] = [24, 140];
const marks = [0, 0.2, 0.4, 0.6, 0.8, 1];

/**
 * A chart of an index over time: a band between the tenth and the ninetieth percent of the clear pixels, and a line with a dot for
 * their mean in each scene. Scenes without clear pixels are gray dots beside the line; scenes whose clouds are unknown count as clear.
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
  const plot = plotOf({ min, max: 1 }, margin);
  const { y } = plot;
  const x = (time: number) =>
    rounded(plot.left + (last === first ? 0.5 : (time - first) / (last - first)) * plot.width);
  const line = (of: 'p10' | 'p90' | 'mean') => clear.map((point) => `${x(Date.parse(point.date))},${y(point[of])}`);
  const band = [...line('p90'), ...line('p10').reverse()].join(' ');
  const dot = ({ mean, date }: Pick<SeriesPoint, 'mean' | 'date'>, note = '') => {
    const label = `${date.slice(0, 10)}: ${rounded(mean)}${note}`;
    return `<circle cx="${x(Date.parse(date))}" cy="${y(mean)}" r="3"><title>${label}</title></circle>`;
  };
  const dots = clear.map((point) => dot(point));
  const greyed = hidden.map((point) => dot(point, ', no clear pixels'));
  const dates =
    points.length === 0
      ? []
      : Array.from({ length: maxDateLabels }, (_, at) => first + ((last - first) * at) / (maxDateLabels - 1));
  const labelled = [...new Map(dates.map((time) => [new Date(time).toISOString().slice(0, 10), time])).entries()];
  const credit = creditOf(points);
  const means = clear.map(({ mean }) => mean);
  const described =
    points.length === 0
      ? 'No scene has a value.'
      : [
          clear.length === 0
            ? 'No scene has clear pixels'
            : `${counted(clear.length, 'scene')}, with means from ${rounded(Math.min(...means))} to ${rounded(Math.max(...means))}`,
          ...(hidden.length > 0 && clear.length > 0 ? [`${hidden.length} without clear pixels`] : []),
          `${credit}.`,
        ].join('. ');
  const [from, to] = [points[0]?.date.slice(0, 10) ?? '', points.at(-1)?.date.slice(0, 10) ?? ''];
  const has = (part: PicturePart) => shown?.parts.has(part) === true;
  const span = from === to ? from : `${from} to ${to}`;
  return timeChart({
    name: 'series',
    title: `${index} from ${from} to ${to}`,
    described,
    plot,
    marks,
    dates: labelled.map(([text, time]) => ({ x: x(time), text })),
    captions: [
      { at: 'left', text: `${index} of clear pixels: mean, and 10 to 90 percent of them` },
      ...(has('date') ? [{ at: 'right' as const, text: span }] : []),
      { at: 'credit', text: credit },
    ],
    drawn: [
      `<polygon points="${band}" fill="#1a9850" fill-opacity="0.25"/>`,
      `<polyline points="${line('mean').join(' ')}" fill="none" stroke="#1a9850" stroke-width="2"/>`,
      `<g fill="#1a9850">${dots.join('')}</g>`,
      `<g fill="#bbb">${greyed.join('')}</g>`,
      ...(has('legend') ? [legend(plot)] : []),
      ...(shown && has('outline') ? [fieldOutline(shown.field, plot)] : []),
    ],
    ...(has('outline') && { beside: outlineWidth }),
    ...(has('legend') && { below: legendHeight }),
  });
}

/** What the marks of the chart mean, in a row below it. */
function legend({ left }: Plot): string {
  const y = chartHeight + legendHeight / 2;
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
function fieldOutline(field: MultiPolygon, { top }: Plot): string {
  const path = fittedOutline(field, outlineWidth - margin / 2).map(
    (ring) => `M${ring.map(([x, y]) => `${rounded(chartWidth + x)},${rounded(top + y)}`).join('L')}Z`,
  );
  return `<path d="${path.join('')}" fill="#1a9850" fill-opacity="0.1" fill-rule="evenodd" stroke="#333"/>`;
}

/** The values of a point that are drawn: of its clear pixels, or of all if its clouds are unknown or only their mean was kept. */
function clearValues({ date, mean, clearMean, p10, clearP10, p90, clearP90 }: SeriesPoint) {
  return { date, mean: clearMean ?? mean, p10: clearP10 ?? p10, p90: clearP90 ?? p90 };
}
