import { shownNumber } from '../numbers/shown-number.ts';

interface BarPlotProps {
  /** What the picture shows, for who does not see it; the table has its numbers. */
  label: string;
  bars: readonly { name: string; value: number }[];
}

const rowHeight = 44;
const barHeight = 18;
const axisHeight = 24;
/** Percent of the width that the longest bar has; its number stands behind it. */
const longest = 84;

/** Bars from zero on a common scale, as wide as there is room. */
export function BarPlot({ label, bars }: BarPlotProps) {
  const step = stepTo(Math.max(...bars.map(({ value }) => value), 0));
  const end = Math.max(step, Math.ceil(Math.max(...bars.map(({ value }) => value), 0) / step) * step);
  const at = (value: number) => `${((value / end) * longest).toFixed(2)}%`;
  const height = bars.length * rowHeight;
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  return (
    <svg class="bar-plot" width="100%" height={height + axisHeight} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick} class="tick">
          <line x1={at(tick)} x2={at(tick)} y1="0" y2={height} />
          <text x={at(tick)} y={height + axisHeight - 6} text-anchor={tick === 0 ? 'start' : 'middle'}>
            {shownNumber(Number(tick.toPrecision(6)))}
          </text>
        </g>
      ))}
      {bars.map(({ name, value }, index) => (
        <g key={name}>
          <text class="name" x="0" y={index * rowHeight + 15}>
            {name}
          </text>
          <rect x="0" y={index * rowHeight + 20} width={at(value)} height={barHeight} rx="2" />
          <text class="value" x={at(value)} dx="6" y={index * rowHeight + 34}>
            {shownNumber(value)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** About four ticks up to a number: 1, 2 or 5 times a power of ten. */
function stepTo(max: number): number {
  if (!(max > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(max / 4));
  return ([1, 2, 5, 10].find((times) => times * power >= max / 4) ?? 10) * power;
}
