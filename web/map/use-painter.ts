import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Frame, type Painter, painterOn } from './gl/painter.ts';

/** Draws a frame whenever it changes, at most once for each frame of the screen. @returns whether the browser cannot. */
export function usePainter(
  canvas: RefObject<HTMLCanvasElement | null>,
  frame: Omit<Frame, 'density'> | undefined,
): boolean {
  const painter = useRef<Painter | undefined>(undefined);
  const [isUnable, setUnable] = useState(false);
  const [restored, setRestored] = useState(0);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    painter.current = painterOn(current);
    if (!painter.current) setUnable(true);
    const lost = (event: Event) => event.preventDefault();
    const back = () => setRestored((count) => count + 1);
    current.addEventListener('webglcontextlost', lost);
    current.addEventListener('webglcontextrestored', back);
    return () => {
      current.removeEventListener('webglcontextlost', lost);
      current.removeEventListener('webglcontextrestored', back);
      painter.current?.close();
    };
  }, []);
  const { view, size, backdrop, points, second } = frame ?? {};
  useEffect(() => {
    if (!view || !size) return;
    const next = requestAnimationFrame(() =>
      painter.current?.paint({ view, size, backdrop, points, second, density: window.devicePixelRatio }),
    );
    return () => cancelAnimationFrame(next);
  }, [view, size, backdrop, points, second?.points, second?.from, restored]);
  return isUnable;
}
