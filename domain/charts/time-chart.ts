/** Size of a chart in pixels. */
export const [chartWidth, chartHeight] = [800, 320];
const [left, top, bottom] = [46, 34, 44];

/** The plot of a chart: where its values and times lie, in pixels. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  /** The lower edge. */
  bottom: number;
  width: number;
  height: number;
  /** The height at which a value is drawn. */
  y(value: number): number;
}

/**
 * The plot between the values at its lower and its upper edge. @param margin pixels on its right.
 *
 * @example plotOf({ min: 0, max: 1 }).y(1) // 34
 */
export function plotOf({ min, max }: { min: number; max: number }, margin = left): Plot {
  const [width, height] = [chartWidth - left - margin, chartHeight - top - bottom];
  return {
    ...{ left, top, width, height, right: chartWidth - margin, bottom: chartHeight - bottom },
    y: (value) => rounded(top + (1 - (value - min) / (max - min)) * height),
  };
}

export interface TimeChart {
  /** Of what the chart is; ids of its `title` and `desc` begin with it. */
  name: string;
  title: string;
  /** What it shows, in words, for those who do not see it. */
  described: string;
  plot: Plot;
  /** Values at which a line goes across the plot. */
  marks: readonly number[];
  /** Dates that are written below the plot, with their places. */
  dates: readonly { x: number; text: string }[];
  captions: readonly Caption[];
  /** Elements in the plot and beside it. */
  drawn: readonly string[];
  /** Pixels that the image has on the right of the chart, and below it. */
  beside?: number;
  below?: number;
}

/** A text above the chart on its left or right, or the `credit` below it. Texts have no markup. */
export interface Caption {
  at: 'left' | 'right' | 'credit';
  text: string;
}

/** A chart over time as SVG of 800 by 320. It names no font, script or other file, and says in `title` and `desc` what it shows. */
export function timeChart(chart: TimeChart): string {
  const { name, title, described, plot, marks, dates, captions, drawn, beside = 0, below = 0 } = chart;
  const [wide, high] = [chartWidth + beside, chartHeight + below];
  const lines = marks.map((value) => {
    const y = plot.y(value);
    return `<line x1="${left}" x2="${plot.right}" y1="${y}" y2="${y}" stroke="#ddd"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${rounded(value)}</text>`;
  });
  const days = dates.map(({ x, text }) => `<text x="${x}" y="${chartHeight - 26}" text-anchor="middle">${text}</text>`);
  const captioned = captions.map(({ at, text }) => `<text ${places(plot)[at]}>${text}</text>`).join('\n');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" role="img" aria-labelledby="${name}-title ${name}-desc">`,
    `<title id="${name}-title">${title}</title><desc id="${name}-desc">${described}</desc>`,
    `<rect width="${wide}" height="${high}" fill="#fff"/>`,
    `<g font-family="sans-serif" font-size="11" fill="#333">${lines.join('')}${days.join('')}`,
    `${captioned}</g>`,
    ...drawn,
    '</svg>',
  ].join('\n');
}

const places = ({ right }: Plot): Record<Caption['at'], string> => ({
  left: `x="${left}" y="20"`,
  right: `x="${right}" y="20" text-anchor="end"`,
  credit: `x="${right}" y="${chartHeight - 8}" text-anchor="end" font-size="10" fill="#666"`,
});

/** A number with two decimals at most. */
export const rounded = (value: number) => Math.round(value * 100) / 100;
