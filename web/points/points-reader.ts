import type { Backdrop, DrawnPicture, Frame, PaintedPoints } from '../map/frame.ts';
import type { Plane, Position, Size, View } from '../map/plane.ts';
import type { FoundPoint, PointSet } from './point-set.ts';
import type { NamedPoints, PointsAnswer, PointsRequest, PointsToRead } from './points-messages.ts';
import workerUrl from './points-worker.ts?worker&url';

/** A map that the worker draws. */
export interface MapDrawing {
  draw(frame: Frame): void;
  close(): void;
}

export interface PointsReader {
  /** @param onSet gets the points, and once more when areas and directions are known. */
  read(
    what: PointsToRead,
    plane: Plane,
    listener: { onSet(set: PointSet): void; onFailed(reason: string): void },
  ): void;
  /** Reads the colours of a scene, to be drawn behind points. @throws Error with the reason */
  readPicture(url: string, plane: Plane): Promise<Backdrop>;
  /** Frees the memory of a layer or picture that will not be shown any more. */
  forget(read: { id: number }): void;
  /** The drawn point at a position on the plane. */
  find(points: PaintedPoints, position: Position, metresPerPixel: number): Promise<FoundPoint | undefined>;
  /** The ground of a class; undefined if it has none. */
  groundOf(points: PaintedPoints, number: number, plane: Plane): Promise<GeoJSON.MultiPolygon | undefined>;
  /** Begins to draw a map. @param onDrawn gets each frame that was drawn; frames that another one follows at once are left out. */
  openMap(onDrawn: (drawn: { view: View; size: Size; picture: DrawnPicture }) => void): MapDrawing;
  close(): void;
}

type Listener = (answer: PointsAnswer) => void;

/**
 * Reads layers in a worker of its own, which also draws them, and finds and counts their points.
 *
 * @example const reader = openPointsReader(); reader.read({ kind: 'points', url }, plane, { onSet, onFailed });
 */
export function openPointsReader(): PointsReader {
  const worker = startPointsWorker();
  const listeners = new Map<number, Listener>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<PointsAnswer>) => listeners.get(data.id)?.(data));
  worker.addEventListener('error', () => {
    for (const [id, listener] of listeners)
      listener({ kind: 'failed', id, reason: 'the browser could not start the reader of layers' });
  });
  const send = (request: PointsRequest) => worker.postMessage(request);
  const listen = (listener: Listener) => {
    last += 1;
    listeners.set(last, listener);
    return last;
  };
  /** Asks for what is answered once. */
  const ask = <Answer>(request: (id: number) => PointsRequest, resultOf: (answer: PointsAnswer) => Answer) =>
    new Promise<Answer>((resolve, reject) => {
      const id = listen((answer) => {
        listeners.delete(id);
        if (answer.kind === 'failed') reject(new Error(answer.reason));
        else resolve(resultOf(answer));
      });
      send(request(id));
    });
  return {
    read(what, plane, { onSet, onFailed }) {
      let set: PointSet | undefined;
      const id = listen((answer) => {
        if (answer.kind === 'failed' && !set) {
          listeners.delete(id);
          onFailed(answer.reason);
        }
        if (answer.kind === 'set') set = { id, ...answer.set };
        if (answer.kind === 'values' && set) set = { ...set, values: answer.values };
        if (set && answer.kind !== 'failed') onSet(set);
      });
      send({ kind: 'read', id, plane, what });
    },
    readPicture: (url, plane) =>
      ask(
        (id) => ({ kind: 'picture', id, url, plane }),
        ({ id }) => ({ id }),
      ),
    forget({ id }) {
      listeners.delete(id);
      send({ kind: 'forget', id });
    },
    find: (points, position, metresPerPixel) =>
      ask(
        (id) => ({ kind: 'find', id, points: named(points), position, metresPerPixel }),
        (answer) => (answer.kind === 'found' ? answer.point : undefined),
      ),
    groundOf: (points, number, plane) =>
      ask(
        (id) => ({ kind: 'ground', id, points: named(points), number, plane }),
        (answer) => (answer.kind === 'ground' ? answer.ground : undefined),
      ),
    openMap(onDrawn) {
      const id = listen((answer) => {
        if (answer.kind === 'drawn') onDrawn(answer);
      });
      return {
        draw({ backdrop, points, second, ...frame }) {
          const whole = {
            ...frame,
            backdrop: backdrop?.id,
            points: points && named(points),
            second: second && { points: named(second.points), from: second.from },
          };
          send({ kind: 'draw', id, frame: whole });
        },
        close() {
          listeners.delete(id);
          send({ kind: 'forget', id });
        },
      };
    },
    close: () => worker.terminate(),
  };
}

const named = ({ set, bounds, shades, showHidden }: PaintedPoints): NamedPoints => ({
  id: set.id,
  bounds,
  shades,
  showHidden,
});

/**
 * Starts the worker that reads layers. A browser starts none from another origin, where components in an owner's page come from, but a script of
 * the page may import it. A page whose policy forbids that gets an error event.
 */
function startPointsWorker(): Worker {
  const url = new URL(workerUrl, import.meta.url);
  if (url.origin === location.origin) return new Worker(url, { type: 'module' });
  const script = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' }));
  return new Worker(script, { type: 'module' });
}
