import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { AxisColumns } from './axis-series.ts';

export interface AxisPlot {
  /** Pixels from the left edge of the element to the plotting area, and its width. */
  area(): { left: number; width: number };
  /** Draws other values, or the same in another width. */
  update(columns: AxisColumns, width: number): void;
  destroy(): void;
}

export interface PlotTexts {
  rain: string;
  growing: string;
}

const height = 178;
/** Room for labels of axes at the sides, in pixels. */
const sides = { left: 44, right: 46 };
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Pixels that the name of a month takes. */
const monthPixels = 46;

/** Bars of rain, a line of growing degree days and points of NDVI over the days of a season. Colours are those of the element's style. */
export function drawAxis(
  element: HTMLElement,
  columns: AxisColumns,
  width: number,
  { rain, growing }: PlotTexts,
): AxisPlot {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const [ink, line] = [colour('--axis-ink'), colour('--axis-line')];
  const font = `12px ${style.fontFamily}`;
  const bars = uPlot.paths.bars?.({ size: [0.8, 12], align: 0 });
  const axis = { stroke: ink, font, ticks: { show: false }, gap: 4 };
  const plot = new uPlot(
    {
      width,
      height,
      padding: [12, 0, 0, 0],
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: true, range: (_, min, max) => [min, max] },
        rain: { range: (_, __, max) => [0, Math.max(max ?? 0, 0.1) * 1.6] },
        growing: { range: (_, __, max) => [0, Math.max(max ?? 0, 1) * 1.05] },
        ndvi: { range: [0, 1] },
      },
      series: [
        {},
        {
          scale: 'rain',
          fill: colour('--axis-rain'),
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        },
        { scale: 'growing', stroke: colour('--axis-growing'), width: 2, points: { show: false } },
        {
          scale: 'ndvi',
          stroke: colour('--axis-ndvi'),
          width: 0,
          paths: () => null,
          points: { show: true, size: 8, width: 1.5, fill: colour('--axis-ndvi'), stroke: colour('--axis-ground') },
        },
      ],
      axes: [
        {
          ...axis,
          size: 26,
          grid: { stroke: line, width: 1 },
          splits: (_, __, min, max) => monthStarts(min, max),
          values: (self, splits) => monthNames(splits, self.bbox.width / devicePixelRatio),
        },
        {
          ...axis,
          scale: 'rain',
          values: labelsIfKnown(1),
          size: sides.left,
          grid: { show: false },
          label: rain,
          labelSize: 16,
          labelFont: font,
        },
        {
          ...axis,
          scale: 'growing',
          values: labelsIfKnown(2),
          side: 1,
          size: sides.right,
          grid: { show: false },
          label: growing,
          labelSize: 16,
          labelFont: font,
        },
      ],
    },
    columns,
    element,
  );
  return {
    area: () => ({ left: plot.bbox.left / devicePixelRatio, width: plot.bbox.width / devicePixelRatio }),
    update(next, nextWidth) {
      plot.setSize({ width: nextWidth, height });
      plot.setData(next);
    },
    destroy: () => plot.destroy(),
  };
}

/** The labels of a scale; none while its series has no values. @param series by its index. */
function labelsIfKnown(series: number) {
  return (self: uPlot, splits: number[]) =>
    splits.map((split) => (self.data[series]?.some((value) => value !== null) ? split.toLocaleString('en') : ''));
}

/** The first days of months, in seconds. */
function monthStarts(min: number, max: number): number[] {
  const first = new Date(min * 1_000);
  const starts: number[] = [];
  for (let month = first.getUTCMonth(); ; month += 1) {
    const start = Date.UTC(first.getUTCFullYear(), month, 1) / 1_000;
    if (start > max) return starts;
    if (start >= min) starts.push(start);
  }
}

/** Names of months, as many as fit; a January says its year. */
function monthNames(starts: readonly number[], width: number): string[] {
  const step = [1, 2, 3, 6].find((every) => (starts.length / every) * monthPixels <= width) ?? 6;
  return starts.map((start) => {
    const date = new Date(start * 1_000);
    const month = date.getUTCMonth();
    if (month % step !== 0) return '';
    return month === 0 ? `${months[0]} ${date.getUTCFullYear()}` : (months[month] ?? '');
  });
}
