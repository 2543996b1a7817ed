import { useRef } from 'preact/hooks';
import { type Position, type Size, type View, zoomed } from './plane.ts';
import { distance } from './shapes.ts';
import { pixelIn } from './use-view.ts';

export interface PointerListener {
  size: Size;
  setView(change: (view: View) => View): void;
  /** Whether a drag draws instead of moving the map. */
  isDrawing: boolean;
  /** A mouse or pen moves over the map; undefined when it leaves. */
  onHover(pixel: Position | undefined): void;
  onTap(pixel: Position): void;
  /** One finger or pressed button draws a line: its next pixel. */
  onDraw(pixel: Position): void;
  onDrawn(): void;
}

/** Farther than a hand shakes. */
const tapPixels = 6;

/** Moves and zooms a map by one pointer or two, and tells taps from drags. */
export function usePointers({ size, setView, isDrawing, onHover, onTap, onDraw, onDrawn }: PointerListener) {
  const held = useRef(new Map<number, Position>());
  const begin = useRef<{ at: Position; moved: boolean; many: boolean } | undefined>(undefined);
  const ended = (event: PointerEvent) => {
    const known = held.current.delete(event.pointerId);
    const first = begin.current;
    if (!known || held.current.size > 0) return;
    begin.current = undefined;
    if (!first || first.many) return;
    if (!first.moved && event.type === 'pointerup') onTap(first.at);
    else if (isDrawing) onDrawn();
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      const element = event.currentTarget as Element;
      const pixel = pixelIn(element, event);
      element.setPointerCapture(event.pointerId);
      held.current.set(event.pointerId, pixel);
      if (held.current.size === 1) begin.current = { at: pixel, moved: false, many: false };
      else if (begin.current) begin.current.many = true;
    },
    onPointerMove(event: PointerEvent) {
      const pixel = pixelIn(event.currentTarget as Element, event);
      const before = held.current.get(event.pointerId);
      const first = begin.current;
      if (!before || !first) {
        if (event.pointerType !== 'touch') onHover(pixel);
        return;
      }
      if (!first.moved && !first.many && distance(pixel, first.at) < tapPixels) return;
      const isStart = !first.moved;
      first.moved = true;
      const others = [...held.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      held.current.set(event.pointerId, pixel);
      const [other] = others;
      if (other) return setView((view) => pinched(view, size, [before, pixel], other));
      if (isDrawing && !first.many) {
        if (isStart) onDraw(first.at);
        return onDraw(pixel);
      }
      const from = isStart ? first.at : before;
      setView((view) => moved(view, [pixel[0] - from[0], pixel[1] - from[1]]));
    },
    onPointerUp: ended,
    onPointerCancel: ended,
    onPointerLeave: () => onHover(undefined),
  };
}

/** The view after the map was moved by some pixels. @example moved(view, [40, 0]) */
export function moved(view: View, [right, down]: Position): View {
  return { ...view, x: view.x - right * view.metresPerPixel, y: view.y + down * view.metresPerPixel };
}

function pinched(view: View, size: Size, [before, after]: readonly [Position, Position], other: Position): View {
  const factor = distance(after, other) / Math.max(1, distance(before, other));
  const middle = (at: Position): Position => [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
  const [from, to] = [middle(before), middle(after)];
  return zoomed(moved(view, [to[0] - from[0], to[1] - from[1]]), size, factor, to);
}
