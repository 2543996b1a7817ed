import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Plane, Position } from './plane.ts';
import { distance, type Ground, groundWithin, simplified } from './shapes.ts';

interface Drawing {
  plane: Plane;
  isDrawing: boolean;
  onZone?: ((zone: Ground | undefined) => void) | undefined;
  onDrawing?: ((isDrawing: boolean) => void) | undefined;
}

/** A line that is drawn freehand has a corner for at least so many metres. */
const freehandMetres = 0.5;

/** The zone that is being drawn: corner by corner, or freehand. From the third corner on its ground is the zone, so that numbers follow. */
export function useZoneDrawing({ plane, isDrawing, onZone, onDrawing }: Drawing) {
  const [line, setLine] = useState<readonly Position[]>([]);
  const [next, setNext] = useState<Position>();
  const latest = useRef(line);
  latest.current = line;
  useLayoutEffect(() => {
    if (!isDrawing) return;
    setLine([]);
    setNext(undefined);
  }, [isDrawing]);
  const change = (changed: readonly Position[]) => {
    latest.current = changed;
    setLine(changed);
    onZone?.(groundWithin(changed, plane));
  };
  const finish = () => {
    setLine([]);
    setNext(undefined);
    onDrawing?.(false);
  };
  return {
    line: isDrawing ? line : [],
    next: isDrawing ? next : undefined,
    follow: setNext,
    add(at: Position, isFreehand = false) {
      const last = latest.current.at(-1);
      if (last && isFreehand && distance(last, at) < freehandMetres) return;
      change([...latest.current, at]);
    },
    /** A freehand line is a whole zone. */
    endLine() {
      change(simplified([...latest.current], freehandMetres));
      if (latest.current.length >= 3) finish();
    },
    undo: () => change(latest.current.slice(0, -1)),
    end() {
      if (groundWithin(latest.current, plane)) finish();
    },
    cancel() {
      onZone?.(undefined);
      finish();
    },
  };
}
