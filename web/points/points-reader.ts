import type { Plane } from '../map/plane.ts';
import type { PointSet } from './point-set.ts';
import type { PointsAnswer, PointsRequest } from './points-messages.ts';

type Omitted = 'id' | 'plane';
/** What to read: the URLs of a layer and of what else is drawn of it. */
export type PointsToRead = PointsRequest extends infer One
  ? One extends PointsRequest
    ? Omit<One, Omitted>
    : never
  : never;

export interface PointsReader {
  /** @param onSet gets the points, and once more when areas and directions are known. */
  read(
    what: PointsToRead,
    plane: Plane,
    listener: { onSet(set: PointSet): void; onFailed(reason: string): void },
  ): void;
  close(): void;
}

/** Reads layers in a worker of its own. @example const reader = openPointsReader(); reader.read({ kind: 'points', url }, plane, { onSet, onFailed }); */
export function openPointsReader(): PointsReader {
  const worker = new Worker(new URL('./points-worker.ts', import.meta.url), { type: 'module' });
  const asked = new Map<number, { onSet(set: PointSet): void; onFailed(reason: string): void; set?: PointSet }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<PointsAnswer>) => {
    const one = asked.get(data.id);
    if (!one) return;
    if ('failed' in data) return one.onFailed(data.failed);
    if ('set' in data) one.set = data.set;
    else if (one.set) {
      const { area, heading } = data;
      one.set = { ...one.set, ...(area && { area }), ...(heading && { heading }) };
    }
    if (one.set) one.onSet(one.set);
  });
  worker.addEventListener('error', () => {
    for (const one of asked.values()) if (!one.set) one.onFailed('the browser could not start the reader of layers');
  });
  return {
    read(what, plane, listener) {
      last += 1;
      asked.set(last, listener);
      worker.postMessage({ id: last, plane, ...what });
    },
    close: () => worker.terminate(),
  };
}
