import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { MapDrawing, PointsReader } from '../points/points-reader.ts';
import type { DrawnPicture, Frame } from './frame.ts';
import type { View } from './plane.ts';

/**
 * Has the worker draw a frame whenever it changes, at most once for each frame of the screen. Until it is drawn, the last one is moved and stretched to
 * where its ground is now, so that a map follows the pointer however long drawing takes.
 */
export function usePainter(
  canvas: RefObject<HTMLCanvasElement | null>,
  reader: PointsReader,
  frame: Omit<Frame, 'density'> | undefined,
): void {
  const map = useRef<MapDrawing | undefined>(undefined);
  const drawn = useRef<View | undefined>(undefined);
  const { view, size, backdrop, points, second } = frame ?? {};
  const shown = useRef(view);
  shown.current = view;
  const place = () => {
    if (canvas.current && drawn.current && shown.current) putAt(canvas.current, drawn.current, shown.current);
  };
  useEffect(() => {
    map.current = reader.openMap(({ view: own, picture }) => {
      if (!canvas.current) return;
      put(canvas.current, picture);
      drawn.current = own;
      place();
    });
    return () => map.current?.close();
  }, [reader]);
  useLayoutEffect(place, [view]);
  useEffect(() => {
    if (!view || !size) return;
    const next = requestAnimationFrame(() =>
      map.current?.draw({ view, size, backdrop, points, second, density: window.devicePixelRatio }),
    );
    return () => cancelAnimationFrame(next);
  }, [reader, view, size, backdrop, points, second?.points, second?.from]);
}

/** Replaces what a canvas shows. */
function put(canvas: HTMLCanvasElement, picture: DrawnPicture): void {
  const { width, height } = picture;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  if ('bytes' in picture) {
    context?.putImageData(new ImageData(picture.bytes, width, height), 0, 0);
    return;
  }
  context?.clearRect(0, 0, width, height);
  context?.drawImage(picture, 0, 0);
  picture.close();
}

/** Moves a canvas that shows one view to where its ground is in another. */
function putAt(canvas: HTMLCanvasElement, from: View, to: View): void {
  const [east, north] = [(from.x - to.x) / to.metresPerPixel, (from.y - to.y) / to.metresPerPixel];
  const isThere = from.x === to.x && from.y === to.y && from.metresPerPixel === to.metresPerPixel;
  const scale = from.metresPerPixel / to.metresPerPixel;
  canvas.style.transform = isThere ? '' : `translate(${east}px, ${-north}px) scale(${scale})`;
}
