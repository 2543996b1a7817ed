import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  body: Record<string, unknown> | undefined;
}

export interface Answered {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A catalogue with scripted responses, which records its requests. */
export async function startCatalogue(answer: (asked: Asked, base: string) => Answered) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const one = await readAsked(request);
    asked.push(one);
    const { status = 200, headers = {}, body } = answer(one, base());
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: base(), asked };
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return { method: request.method ?? '', path: request.url ?? '', body: text ? JSON.parse(text) : undefined };
}

/** A page of scenes, with a link to the next one. */
export const page = (features: object[], next?: object): Answered => ({
  body: { type: 'FeatureCollection', features, links: next ? [{ rel: 'next', ...next }] : [] },
});

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const wholeTile = box(15, 45, 16.4, 46);

const datastrip = (start: string, processed = '20230810T130104') => ({
  's2:datastrip_id': `S2B_OPER_MSI_L2A_DS_2BPS_${processed}_S${start}_N05.09`,
});

/** The two pieces of a tile in which one datastrip ends and the next begins, as each of Earth Search's collections lists them. */
export const cutTile = {
  old: [
    stacItem({ ring: box(15, 45.4, 16.4, 46), properties: datastrip('20230810T095651') }),
    stacItem({
      id: 'S2B_33TWL_20230810_1_L2A',
      ring: box(15, 45, 16.4, 45.5),
      properties: { datetime: '2023-08-10T09:58:14.120000Z', ...datastrip('20230810T095812') },
    }),
  ],
  c1: [
    stacItem({
      ...{ id: 'S2B_T33TWL_20230810T095651_L2A', collection: 'sentinel-2-c1-l2a', ring: box(15, 45.4, 16.4, 46) },
      properties: datastrip('20230810T095651', '20240301T010203'),
    }),
    stacItem({
      ...{ id: 'S2B_T33TWL_20230810T095812_L2A', collection: 'sentinel-2-c1-l2a', ring: box(15, 45, 16.4, 45.5) },
      properties: { datetime: '2023-08-10T09:58:14.120000Z', ...datastrip('20230810T095812', '20240301T010203') },
    }),
  ],
};

/** An Item in the form of Earth Search. */
export function stacItem({
  id = 'S2B_33TWL_20230810_0_L2A',
  collection = 'sentinel-2-l2a',
  properties = {},
  offset = -0.1,
  ring = wholeTile,
}: {
  id?: string;
  collection?: string;
  properties?: Record<string, unknown>;
  offset?: number | undefined;
  ring?: number[][];
} = {}) {
  const red = { 'raster:bands': [{ scale: 0.0001, ...(offset !== undefined && { offset }), spatial_resolution: 10 }] };
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    id,
    collection,
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: {
      datetime: '2023-08-10T09:58:11.590000Z',
      created: '2023-08-10T16:58:23.052Z',
      platform: 'sentinel-2b',
      'eo:cloud_cover': 69.3,
      'grid:code': 'MGRS-33TWL',
      's2:processing_baseline': '05.09',
      ...properties,
    },
    assets: {
      red: { href: 'https://example.com/B04.tif', ...red },
      scl: { href: 'https://example.com/SCL.tif', 'raster:bands': [{ spatial_resolution: 20 }] },
    },
    links: [],
  };
}
