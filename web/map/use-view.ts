import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Extent, type Position, type Size, type View, viewOf, zoomed } from './plane.ts';

export interface Looking {
  /** Undefined until the element has a size. */
  view: View | undefined;
  size: Size;
  setView(change: (view: View) => View): void;
  /** Shows the whole extent. */
  showAll(): void;
}

/** What a map shows of a plane: the whole extent, until somebody moves the map. */
export function useView(element: RefObject<HTMLElement | null>, extent: Extent | undefined): Looking {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [own, setOwn] = useState<View>();
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, []);
  const isMeasured = size.width > 0 && size.height > 0;
  const whole = isMeasured && extent ? viewOf(extent, size) : undefined;
  const view = own ?? whole;
  const latest = useRef(view);
  latest.current = view;
  return {
    view,
    size,
    setView(change) {
      if (!latest.current) return;
      latest.current = change(latest.current);
      setOwn(latest.current);
    },
    showAll: () => setOwn(undefined),
  };
}

const wheelPixels = 400;

/**
 * Zooms with the wheel. Browsers let scripts keep a page from scrolling only if they say so when they begin to listen.
 *
 * @param isInPage whether the wheel alone scrolls the page, so that it zooms with Ctrl or Cmd, which pinching on a touchpad sends as well.
 */
export function useWheel(element: RefObject<HTMLElement | null>, { setView, size }: Looking, isInPage: boolean): void {
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const turn = (event: WheelEvent) => {
      if (isInPage && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
      const pixel = pixelIn(current, event);
      setView((view) => zoomed(view, size, 2 ** (-pixels / wheelPixels), pixel));
    };
    current.addEventListener('wheel', turn, { passive: false });
    return () => current.removeEventListener('wheel', turn);
  }, [size, isInPage]);
}

/** The pixel of an element at which something happened, counted from its left upper corner. */
export function pixelIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Position {
  const { left, top } = element.getBoundingClientRect();
  return [clientX - left, clientY - top];
}
