const metresPerFoot = 0.3048;
const feetPerMile = 5_280;
const maxPixels = 130;

/** A round length on the ground, in metres or in feet. */
export function ScaleBar({
  metresPerPixel,
  imperial,
  title,
}: {
  metresPerPixel: number;
  imperial: boolean;
  title: string;
}) {
  const { pixels, text } = scaleOf(metresPerPixel, imperial);
  return (
    <svg class="scale-bar" width={pixels + 12} height="26" role="img" aria-label={`${title}: ${text}`}>
      <path class="scale-bar-halo" d={`M6 16v5h${pixels}v-5`} />
      <path d={`M6 16v5h${pixels}v-5`} />
      <text x={6 + pixels / 2} y="13">
        {text}
      </text>
    </svg>
  );
}

/** The longest round length of at most 130 pixels. @example scaleOf(1, false) // { pixels: 100, text: '100 m' } */
export function scaleOf(metresPerPixel: number, imperial: boolean): { pixels: number; text: string } {
  const small = imperial ? metresPerFoot : 1;
  const large = imperial ? metresPerFoot * feetPerMile : 1_000;
  const isLarge = metresPerPixel * maxPixels >= large;
  const unit = isLarge ? large : small;
  const max = (metresPerPixel * maxPixels) / unit;
  const power = 10 ** Math.floor(Math.log10(max));
  const length = Number((power * ([5, 2].find((times) => times * power <= max) ?? 1)).toPrecision(1));
  const name = imperial ? (isLarge ? 'mi' : 'ft') : isLarge ? 'km' : 'm';
  return { pixels: (length * unit) / metresPerPixel, text: `${length.toLocaleString('en')} ${name}` };
}
