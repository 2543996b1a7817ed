import { useMemo } from 'preact/hooks';
import type { MapPoint } from './field-map.tsx';
import { type Plane, type Position, pixelOf, type Size, toMetres, type View } from './plane.ts';
import { pointSize } from './point-size.ts';
import { type Ground, groundExtent, groundPath } from './shapes.ts';

/** Ground that is drawn as an outline; where clicks on shapes mean nothing else, it becomes the zone. */
export interface MapShape {
  id: string;
  /** For people, such as `Tama silty clay loam`. */
  title: string;
  /** Written into the shape where there is room. */
  label?: string | undefined;
  /** Tinted, where no points are drawn. */
  isTinted?: boolean;
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
  onGround?: ((ground: Ground) => void) | undefined;
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
  onGround,
}: OverlayProps) {
  const { x, y, metresPerPixel } = view;
  const scale = 1 / metresPerPixel;
  const zonePath = useMemo(() => zone && groundPath(zone, plane), [zone, plane]);
  const paths = useMemo(
    () =>
      shapes.map(({ id, ground, isTinted }) => ({
        id,
        path: groundPath(ground, plane),
        tint: isTinted ? ' tinted' : '',
      })),
    [shapes, plane],
  );
  const drawn = line.length > 0 ? line.concat(next ? [next] : []) : [];
  const select = (ground: Ground | undefined) => (event: PointerEvent) => {
    if (!onGround || !ground) return;
    // A click on a line is no tap on the map beneath it.
    event.stopPropagation();
    onGround(ground);
  };
  return (
    <svg class="field-map-lines" width={size.width} height={size.height} aria-hidden="true">
      <g
        transform={`translate(${size.width / 2 - x * scale} ${size.height / 2 + y * scale}) scale(${scale} ${-scale})`}
      >
        {zonePath && <path class="zone" d={zonePath} />}
        {paths.map(({ id, path, tint }, index) => (
          <path
            key={id}
            class={`shape${tint}${onGround ? ' selectable' : ''}`}
            d={path}
            onPointerDown={select(shapes[index]?.ground)}
          >
            <title>{shapes[index]?.title}</title>
          </path>
        ))}
        {paths.map(({ id, path }, index) => (
          <path
            key={`reach ${id}`}
            class="shape-reach selectable"
            d={path}
            onPointerDown={select(shapes[index]?.ground)}
          >
            <title>{shapes[index]?.title}</title>
          </path>
        ))}
        {boundaryPath && (
          <>
            <path class="boundary-halo" d={boundaryPath} />
            <path class="boundary" d={boundaryPath} />
            {onGround && (
              <path class="boundary-reach selectable" d={boundaryPath} onPointerDown={select(boundary)}>
                <title>The boundary of the field: click to select it as the zone</title>
              </path>
            )}
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
      <Labels {...{ shapes, view, size, plane }} />
    </svg>
  );
}

/** Of the font in which labels are written, on average. */
const pixelsOfLetter = 6.6;

/** The labels of shapes, where there is room for them. */
function Labels({ shapes, view, size, plane }: Pick<OverlayProps, 'shapes' | 'view' | 'size' | 'plane'>) {
  const placed = useMemo(
    () =>
      shapes.flatMap(({ id, label, ground }) => {
        const extent = label === undefined ? undefined : groundExtent(ground);
        if (!extent) return [];
        const [west, south] = toMetres(plane, [extent.xmin, extent.ymin]);
        const [east, north] = toMetres(plane, [extent.xmax, extent.ymax]);
        return [{ id, label, at: [(west + east) / 2, (south + north) / 2] as const, width: east - west }];
      }),
    [shapes, plane],
  );
  return placed.map(({ id, label = '', at, width }) => {
    if (width / view.metresPerPixel < label.length * pixelsOfLetter) return null;
    const [left, top] = pixelOf(view, size, at);
    return (
      <text key={id} class="shape-label" x={left} y={top}>
        {label}
      </text>
    );
  });
}

/** The rectangle of the point that is read, at least as large as can be seen. */
function Pointed({ point: { layer, at, heading }, metresPerPixel }: { point: MapPoint; metresPerPixel: number }) {
  const [wide = 0, long = 0] = pointSize(layer.set.about, metresPerPixel).map((metres) =>
    Math.max(metres, 9 * metresPerPixel),
  );
  const transform = `translate(${at[0]} ${at[1]}) rotate(${(-heading * 180) / Math.PI})`;
  return <path class="pointed" transform={transform} d={`M${-wide / 2} ${-long / 2}h${wide}v${long}h${-wide}Z`} />;
}
