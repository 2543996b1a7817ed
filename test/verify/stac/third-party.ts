import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pythonWith } from '../python.ts';

/** A STAC server of other authors, with the scenes of a catalogue around a place. */
export interface ThirdPartyServer {
  stacUrl: string;
  items: number;
  close(): Promise<void>;
}

/** Items that are copied at most. */
const limit = 100;

/**
 * Starts `rustac serve` (Rust, from the Python Package Index, in memory) with Items of another catalogue, behind a server on the same origin that passes
 * requests for files on to that catalogue, as an own server of scenes would have them beside its API.
 *
 * @param from the URL of the landing page of the catalogue whose Items are copied, and whose files are served.
 * @param search which Items, as the body of a search.
 */
export async function startThirdPartyServer(from: string, search: object): Promise<ThirdPartyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-stac-'));
  const files = new URL(from).origin;
  let api = '';
  const front = createServer((request, response) => {
    const isFile = /\.tiff?$/.test(request.url ?? '');
    pass(request, response, `${isFile ? files : api}${request.url}`).catch(() => response.writeHead(502).end());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const hrefs: string[] = [];
  const write = (name: string, content: string) => {
    const path = join(folder, name);
    writeFileSync(path, content.replaceAll(files, origin));
    hrefs.push(path);
  };
  const collections = (await (await fetch(`${from}/collections`)).json()) as { collections: { id: string }[] };
  for (const one of collections.collections) write(`${one.id}.json`, JSON.stringify({ ...one, links: [] }));
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const found = await fetch(`${from}/search`, { ...asked, body: JSON.stringify({ ...search, limit }) });
  const { features } = (await found.json()) as { features: object[] };
  const items = features.map((item) => ({ ...item, links: [] }));
  write('items.json', JSON.stringify({ type: 'FeatureCollection', features: items, links: [] }));
  const port = await freePort();
  api = `http://127.0.0.1:${port}`;
  const program = join(dirname(pythonWith('stac-server', ['rustac==0.9.18'])), 'rustac');
  const server = spawn(program, ['serve', '--addr', origin, '--bind', `127.0.0.1:${port}`, ...hrefs], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilUp(api, server);
  return {
    stacUrl: origin,
    items: items.length,
    async close() {
      server.kill();
      await once(server, 'exit');
      await closed(front);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function pass(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { range, 'content-type': type, accept } = request.headers;
  const headers = { ...(range && { range }), ...(type && { 'content-type': type }), ...(accept && { accept }) };
  const method = request.method ?? 'GET';
  const answer = await fetch(url, { method, headers, ...(parts.length > 0 && { body: Buffer.concat(parts) }) });
  const shown = ['content-type', 'content-range', 'accept-ranges', 'etag'].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  response.writeHead(answer.status, Object.fromEntries(shown));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await closed(server);
  return port;
}

async function untilUp(url: string, server: ChildProcess): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts++) {
    if (server.exitCode !== null) throw new Error(`rustac has ended with ${server.exitCode}`);
    const up = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return;
    await sleep(100);
  }
  throw new Error('rustac does not respond');
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
