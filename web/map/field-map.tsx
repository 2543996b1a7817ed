import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FoundPoint } from '../points/point-set.ts';
import type { PointsReader } from '../points/points-reader.ts';
import type { Backdrop, PaintedPoints } from './frame.ts';
import { MapControls } from './map-controls.tsx';
import { englishMap, type MapTexts } from './map-texts.ts';
import { type MapShape, Overlay } from './overlay.tsx';
import { atPixel, type Extent, type Plane, type Position, toDegrees, toMetres } from './plane.ts';
import { ScaleBar } from './scale-bar.tsx';
import { type Ground, groundPath, isWithin } from './shapes.ts';
import { SwipeHandle } from './swipe-handle.tsx';
import { useMapKeys } from './use-map-keys.ts';
import { usePainter } from './use-painter.ts';
import { usePointed } from './use-pointed.ts';
import { usePointers } from './use-pointers.ts';
import { useView, useWheel } from './use-view.ts';
import { useZoneDrawing } from './use-zone-drawing.ts';

/** A point of a layer that somebody points at. */
export interface MapPoint extends FoundPoint {
  layer: PaintedPoints;
  /** Whether it was tapped or chosen by a key, rather than passed by a pointer. */
  isChosen: boolean;
  /** Points at it no more. */
  close(): void;
}

export interface FieldMapProps {
  /** For screen readers: what is shown of which field. */
  label: string;
  /** The worker that has read the layers, which draws them. */
  reader: PointsReader;
  plane: Plane;
  /** What is shown first, in degrees. */
  extent: Extent;
  boundary?: Ground | undefined;
  layer?: PaintedPoints | undefined;
  /** Swipes across the first layer. */
  second?: { layer: PaintedPoints; title: string; firstTitle: string } | undefined;
  backdrop?: Backdrop | undefined;
  /** The selected ground. */
  zone?: Ground | undefined;
  /** Ground that can be selected, such as soil zones. */
  shapes?: readonly MapShape[] | undefined;
  isDrawing?: boolean;
  imperial?: boolean;
  /** Whether the map is a part of a longer page, which is scrolled across it: the wheel zooms with Ctrl or Cmd, and one finger moves the page up and down. */
  isInPage?: boolean;
  texts?: MapTexts;
  /** A shape was clicked, or chosen by a key beneath the crosshair. */
  onShape?(shape: MapShape): void;
  onZone?(zone: Ground | undefined): void;
  onDrawing?(isDrawing: boolean): void;
  onPoint?(point: MapPoint | undefined): void;
}

/** The map of one field: points of work or pixels of a scene, drawn in a worker, and lines above them. */
export function FieldMap(props: FieldMapProps) {
  const {
    label,
    reader,
    plane,
    boundary,
    layer,
    second,
    backdrop,
    zone,
    shapes = [],
    isDrawing = false,
    imperial = false,
    isInPage = false,
    texts = englishMap,
    onShape,
  } = props;
  const keysId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  // The keys that end a zone or give it up belong to the map, whichever button began it: before the next frame, which may be long in coming.
  useLayoutEffect(() => {
    if (isDrawing) surface.current?.focus();
  }, [isDrawing]);
  const { xmin, ymin, xmax, ymax } = props.extent;
  const extent = useMemo(() => {
    const [[west, south], [east, north]] = [toMetres(plane, [xmin, ymin]), toMetres(plane, [xmax, ymax])];
    return { xmin: west, ymin: south, xmax: east, ymax: north };
  }, [plane, xmin, ymin, xmax, ymax]);
  const looking = useView(frame, extent);
  const { view, size, setView } = looking;
  const [swipe, setSwipe] = useState(0.5);
  useWheel(frame, looking, isInPage);
  const from = swipe * size.width;
  usePainter(
    canvas,
    reader,
    view && { view, size, backdrop, points: layer, second: second && { points: second.layer, from } },
  );

  const drawing = useZoneDrawing({ plane, isDrawing, onZone: props.onZone, onDrawing: props.onDrawing });
  const ground = (pixel: Position) => (view ? atPixel(view, size, pixel) : ([0, 0] as const));
  const { shown, point, isKept } = usePointed({ reader, layer, second: second?.layer, onPoint: props.onPoint });
  const read = (pixel: Position | undefined, isChosen: boolean) => {
    const under = pixel && second && pixel[0] >= from ? second.layer : layer;
    const place =
      pixel && view && under && !isDrawing ? { at: ground(pixel), metresPerPixel: view.metresPerPixel } : undefined;
    point(under, place, isChosen);
  };
  const shapeAt = (pixel: Position) => {
    const at = onShape && toDegrees(plane, ground(pixel));
    return at && shapes.find((shape) => isWithin(at, shape.ground));
  };
  const choose = (pixel: Position) => {
    const shape = shapeAt(pixel);
    if (shape) onShape?.(shape);
    else read(pixel, true);
  };
  const pointers = usePointers({
    size,
    setView,
    isDrawing,
    onHover: (pixel) => {
      if (isDrawing) drawing.follow(pixel && ground(pixel));
      else if (!isKept()) read(pixel, false);
    },
    onTap: (pixel) => (isDrawing ? drawing.add(ground(pixel)) : choose(pixel)),
    onDraw: (pixel) => drawing.add(ground(pixel), true),
    onDrawn: drawing.endLine,
  });
  const centre: Position = [size.width / 2, size.height / 2];
  const keys = useMapKeys(looking, {
    isDrawing,
    onRead: () => choose(centre),
    onAdd: () => drawing.add(ground(centre)),
    onEnd: drawing.end,
    onUndo: drawing.undo,
    onCancel: () => (isDrawing ? drawing.cancel() : read(undefined, true)),
  });
  const boundaryPath = useMemo(() => boundary && groundPath(boundary, plane), [boundary, plane]);

  return (
    <div
      class="field-map"
      ref={frame}
      data-drawing={isDrawing}
      data-in-page={isInPage}
      data-opens={onShape !== undefined}
    >
      <canvas ref={canvas} />
      <div
        class="field-map-surface"
        ref={surface}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and read by keys, which `application` says.
        tabIndex={0}
        aria-label={label}
        aria-describedby={keysId}
        {...pointers}
        {...keys}
        onDblClick={isDrawing ? drawing.end : looking.showAll}
      >
        {view && (
          <Overlay
            {...{ view, size, plane, boundaryPath, zone, shapes }}
            line={drawing.line}
            next={drawing.next}
            shown={shown}
            onGround={isDrawing ? undefined : props.onZone}
            boundary={boundary}
          />
        )}
        <span class="crosshair" aria-hidden="true" />
      </div>
      <p class="visually-hidden" id={keysId}>
        {isDrawing
          ? 'Arrow keys move the map beneath the crosshair, the space bar sets a corner there, Backspace removes the last one, Enter ends the zone, Escape gives up.'
          : texts.keys}
      </p>
      {second && <SwipeHandle share={swipe} onShare={setSwipe} first={second.firstTitle} second={second.title} />}
      <MapControls
        {...{ looking, texts }}
        isDrawing={isDrawing}
        onDrawing={props.onDrawing && (isDrawing ? drawing.cancel : props.onDrawing)}
      />
      {view && <ScaleBar metresPerPixel={view.metresPerPixel} imperial={imperial} title={texts.scale} />}
    </div>
  );
}
