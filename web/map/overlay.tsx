import { useMemo } from 'preact/hooks';
import type { MapPoint } from './field-map.tsx';
import { sizeOf } from './gl/paint-points.ts';
import type { Plane, Position, Size, View } from './plane.ts';
import { type Ground, groundPath } from './shapes.ts';

/** Ground that is drawn as an outline, and becomes the zone when it is clicked. */
export interface MapShape {
  id: string;
  /** For people, such as `Tama silty clay loam`. */
  title: string;
  ground: Ground;
}

interface OverlayProps {
  view: View;
  size: Size;
  plane: Plane;
  boundary: Ground | undefined;
  boundaryPath: string | undefined;
  zone: Ground | undefined;
  shapes: readonly MapShape[];
  /** Corners of the zone that is being drawn, and where the pointer is. */
  line: readonly Position[];
  next: Position | undefined;
  shown: MapPoint | undefined;
  onShape?: ((ground: Ground) => void) | undefined;
}

/** Lines above the points: the boundary, shapes, the zone, what is being drawn, and the point that is read. */
export function Overlay({
  view,
  size,
  plane,
  boundary,
  boundaryPath,
  zone,
  shapes,
  line,
  next,
  shown,
  onShape,
}: OverlayProps) {
  const { x, y, metresPerPixel } = view;
  const scale = 1 / metresPerPixel;
  const zonePath = useMemo(() => zone && groundPath(zone, plane), [zone, plane]);
  const paths = useMemo(
    () => shapes.map(({ id, ground }) => ({ id, path: groundPath(ground, plane) })),
    [shapes, plane],
  );
  const drawn = line.length > 0 ? line.concat(next ? [next] : []) : [];
  const select = (ground: Ground | undefined) => (event: PointerEvent) => {
    if (!onShape || !ground) return;
    // A click on a line is no tap on the map beneath it.
    event.stopPropagation();
    onShape(ground);
  };
  return (
    <svg class="field-map-lines" width={size.width} height={size.height} aria-hidden="true">
      <g
        transform={`translate(${size.width / 2 - x * scale} ${size.height / 2 + y * scale}) scale(${scale} ${-scale})`}
      >
        {zonePath && <path class="zone" d={zonePath} />}
        {paths.map(({ id, path }, index) => (
          <path key={id} class="shape selectable" d={path} onPointerDown={select(shapes[index]?.ground)}>
            <title>{shapes[index]?.title}</title>
          </path>
        ))}
        {boundaryPath && (
          <>
            <path class="boundary-halo" d={boundaryPath} />
            <path class="boundary" d={boundaryPath} />
            <path
              class={onShape ? 'boundary-reach selectable' : 'boundary-reach'}
              d={boundaryPath}
              onPointerDown={select(boundary)}
            >
              <title>The boundary of the field: click to select it as the zone</title>
            </path>
          </>
        )}
        {drawn.length > 0 && (
          <path class="drawn" d={`M${drawn.map(([east, north]) => `${east} ${north}`).join('L')}`} />
        )}
        {line.map(([east, north], index) => (
          <circle key={index} class="corner" cx={east} cy={north} r={(line.length > 60 ? 1 : 4) * metresPerPixel} />
        ))}
        {shown && <Pointed point={shown} metresPerPixel={metresPerPixel} />}
      </g>
    </svg>
  );
}

/** The rectangle of the point that is read, at least as large as can be seen. */
function Pointed({ point: { layer, index }, metresPerPixel }: { point: MapPoint; metresPerPixel: number }) {
  const { at, heading, about } = layer.set;
  const [wide, long] = sizeOf(about, metresPerPixel).map((metres) => Math.max(metres, 9 * metresPerPixel)) as [
    number,
    number,
  ];
  const turn = ((heading[index] ?? 0) * 180) / Math.PI;
  const transform = `translate(${at[2 * index]} ${at[2 * index + 1]}) rotate(${-turn})`;
  return <path class="pointed" transform={transform} d={`M${-wide / 2} ${-long / 2}h${wide}v${long}h${-wide}Z`} />;
}
