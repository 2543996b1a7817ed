import { drawing, type Shape, scaleMetres } from './projection.ts';

interface ShapeMapProps {
  shapes: readonly Shape[];
  /** A text alternative for screen readers. */
  title: string;
  width?: number;
  height?: number;
  /** Metres or kilometres in the reader's language. */
  metres(count: number): string;
  areLabelled?: boolean;
}

/** Shapes as an SVG without map tiles, so that no other service is called. */
export function ShapeMap({ shapes, title, width = 360, height = 220, metres, areLabelled }: ShapeMapProps) {
  const drawn = drawing(shapes, { width, height, margin: 22 });
  if (!drawn) return null;
  const scale = scaleMetres(drawn.metresPerUnit, width);
  const length = scale / drawn.metresPerUnit;
  const [x, y] = [width - 14 - length, height - 12];
  return (
    <svg class="map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      <title>{title}</title>
      {drawn.shapes.map(({ id, path }, index) => (
        <path key={id} class={`land land-${index % 5}`} d={path} />
      ))}
      {areLabelled &&
        drawn.shapes.map(({ id, label, centre, width: room }) =>
          label && room > label.length * 5.4 ? (
            <text key={id} class="label" x={centre[0]} y={centre[1]}>
              {label}
            </text>
          ) : null,
        )}
      <path class="scale" d={`M${x} ${y - 4}v4h${length}v-4`} />
      <text class="scale-text" x={x + length / 2} y={y - 6}>
        {metres(scale)}
      </text>
    </svg>
  );
}
