import { readPointLayer } from '../../domain/machine-files/points/point-layer.ts';
import type { Plane } from '../map/plane.ts';
import { valuesAlong } from './companions.ts';
import { pixelSetOf, readGeoTiff } from './geotiff.ts';
import { pointSetOf } from './point-set.ts';
import type { PointsAnswer, PointsRequest } from './points-messages.ts';

/** Fetches and decodes layers, so that the page itself never waits for a million points. */
addEventListener('message', ({ data }: MessageEvent<PointsRequest>) => {
  const work = data.kind === 'points' ? sendPoints(data) : sendPixels(data.id, data.url, data.plane);
  work.catch((error: unknown) => {
    send({ id: data.id, failed: error instanceof Error ? error.message : 'the layer could not be read' });
  });
});

const degreesToRadians = Math.PI / 180;

async function sendPoints({ id, url, plane, area, heading }: Extract<PointsRequest, { kind: 'points' }>) {
  const others = [area, heading].map((other) => (other ? layerAt(other.url).catch(() => undefined) : undefined));
  const layer = await layerAt(url);
  const set = pointSetOf(layer, plane);
  send(
    { id, set },
    Object.values(set.quantiles),
    [set.at, set.value, set.heading, set.state],
    [set.grid.starts, set.grid.order],
  );
  const [areas, headings] = await Promise.all(others);
  const along = (other: typeof areas, factor = 1) => {
    const values = other && valuesAlong(layer, other).map((value) => value * factor);
    return values?.some((value) => !Number.isNaN(value)) ? values : undefined;
  };
  const [ofArea, ofHeading] = [along(areas, area?.factor), along(headings, degreesToRadians)];
  send({ id, ...(ofArea && { area: ofArea }), ...(ofHeading && { heading: ofHeading }) }, [ofArea, ofHeading]);
}

async function sendPixels(id: number, url: string, plane: Plane) {
  const set = pixelSetOf(await readGeoTiff(new Uint8Array(await (await answer(url)).arrayBuffer())), plane);
  send(
    { id, set },
    Object.values(set.quantiles),
    [set.at, set.value, set.heading, set.state],
    [set.grid.starts, set.grid.order],
  );
}

async function layerAt(url: string) {
  const { body } = await answer(url);
  if (!body) throw new Error('the storage answered without a body');
  const unzipped = body.pipeThrough(new DecompressionStream('gzip'));
  return readPointLayer(new Uint8Array(await new Response(unzipped).arrayBuffer()));
}

async function answer(url: string): Promise<Response> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`the storage answered ${response.status}`);
  return response;
}

/** @param moved arrays that the page gets without a copy, and this thread loses. */
function send(message: PointsAnswer, ...moved: (ArrayBufferView | undefined)[][]): void {
  const buffers = moved.flat().flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
  postMessage(message, { transfer: [...new Set(buffers)] });
}
