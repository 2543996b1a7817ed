import type { DrawnPoints, GroundPicture } from '../map/drawing/drawn-frame.ts';
import { frameQueue } from '../map/drawing/frame-queue.ts';
import { pointAt } from '../map/drawing/point-at.ts';
import { classGround } from './class-ground.ts';
import type { PointArrays } from './point-arrays.ts';
import type { NamedFrame, NamedPoints, PointsAnswer, PointsRequest } from './points-messages.ts';
import { readPicture, readPoints } from './read-points.ts';
import { valueTable } from './value-table.ts';

/**
 * Fetches and decodes layers, draws them, finds and counts their points: so that the page itself never waits for a million points. Their
 * arrays stay here.
 */
const layers = new Map<number, PointArrays>();
const pictures = new Map<number, GroundPicture>();

addEventListener('message', ({ data }: MessageEvent<PointsRequest>) => {
  take(data).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'the layer could not be read';
    send({ kind: 'failed', id: data.id, reason });
  });
});

async function take(request: PointsRequest): Promise<void> {
  const { kind, id } = request;
  if (kind === 'read') return await read(request);
  if (kind === 'draw') return frames.add(id, request.frame);
  if (kind === 'forget') {
    layers.delete(id);
    pictures.delete(id);
    frames.remove(id);
  } else if (kind === 'picture') {
    pictures.set(id, await readPicture(request.url, request.plane));
    send({ kind, id });
  } else {
    const drawn = drawnOf(request.points);
    if (kind === 'find') {
      send({ kind: 'found', id, point: drawn && pointAt(drawn, request.position, request.metresPerPixel) });
    } else {
      const { number, plane } = request;
      const ground = drawn && classGround(drawn.points, drawn.bounds, number, drawn.showHidden, plane);
      send({ kind, id, ground });
    }
  }
}

async function read({ id, plane, what }: Extract<PointsRequest, { kind: 'read' }>): Promise<void> {
  const { points, more } = await readPoints(what, plane);
  layers.set(id, points);
  const { count, about } = points;
  const values = valueTable(points);
  send({ kind: 'set', id, set: { count, about, values } });
  const known = await more;
  // The page may have given the layer up meanwhile.
  if (!known || layers.get(id) !== points) return;
  layers.set(id, { ...points, ...known });
  send({ kind: 'values', id, values: known.area ? valueTable({ ...points, ...known }) : values });
}

const frames = frameQueue(
  ({ backdrop, points, second, ...frame }: NamedFrame) => {
    const [one, other] = [points && drawnOf(points), second && drawnOf(second.points)];
    return {
      ...frame,
      backdrop: backdrop === undefined ? undefined : pictures.get(backdrop),
      points: one,
      second: second && other && { points: other, from: second.from },
    };
  },
  (id, { view, size }, picture) => {
    const moved = 'bytes' in picture ? picture.bytes.buffer : picture;
    send({ kind: 'drawn', id, view, size, picture }, moved);
  },
);

function drawnOf({ id, ...look }: NamedPoints): DrawnPoints | undefined {
  const points = layers.get(id);
  return points && { points, ...look };
}

/** @param moved what the page gets without a copy, and this thread loses. */
function send(message: PointsAnswer, ...moved: Transferable[]): void {
  postMessage(message, { transfer: moved });
}
