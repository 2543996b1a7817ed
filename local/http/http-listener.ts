import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Responds to one request. A rejected promise becomes a plain 500, so engines should catch errors that they can explain. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ListenOptions {
  /** The address to bind, such as `127.0.0.1`. */
  host: string;
  /** If absent or 0, any free port. */
  port?: number;
  /** How long `close` waits for responses in progress before it cuts their connections, in milliseconds. */
  graceMilliseconds?: number;
}

export interface Listener {
  port: number;
  /** `http://ADDRESS:PORT`, always an IP address: with a name such as `localhost` SDK clients put the bucket before it. */
  endpoint: string;
  /** Accepts no more requests, lets running ones finish within the grace period, and closes every idle connection. */
  close(): Promise<void>;
}

/** Above the gateway's own limit for the head of a request, so that the gateway can explain the error; Node.js itself closes the connection at 16 kB. */
const headerBytes = 1024 * 1024;

/**
 * Listens for HTTP requests.
 *
 * @throws Error naming the port (with the system's `code`) when it is taken, may not be used, or the host is not this machine's.
 * @example const { endpoint, close } = await listen(handler, { host: '127.0.0.1', port: 0 });
 */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listener> {
  const server = createServer({ maxHeaderSize: headerBytes });
  const connections = trackConnections(server);
  server.on('request', (request, response) => {
    if (connections.closing()) response.setHeader('connection', 'close');
    answer(handler, request, response);
  });
  // Uploads have no time limit, and idle connections are kept for long, since a client that reuses one while it is being closed sees a reset.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  await bind(server, options);
  const { port, address, family } = server.address() as AddressInfo;
  return {
    port,
    endpoint: `http://${reachable(address, family)}:${port}`,
    close: () => closeServer(server, connections, options.graceMilliseconds ?? 2_000),
  };
}

interface Connections {
  closing(): boolean;
  /** Closes connections without a request, from now on as well. Node itself does not close connections that have not sent their first request. */
  endIdle(): void;
}

function trackConnections(server: Server): Connections {
  const requests = new Map<Socket, number>();
  let closing = false;

  function count(socket: Socket, change: number): void {
    const running = (requests.get(socket) ?? 0) + change;
    if (requests.has(socket)) requests.set(socket, running);
    if (closing && running === 0) socket.end();
  }

  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return {
    closing: () => closing,
    endIdle() {
      closing = true;
      for (const [socket, running] of requests) if (running === 0) socket.destroy();
    },
  };
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await handler(request, response);
  } catch (error) {
    console.error(`${request.method} ${request.url} failed in the embedded cloud:`, error);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

function bind(server: Server, { host, port = 0 }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is taken by another program: stop that one or choose another port`,
    EACCES: `port ${port} on ${host} may not be used by this user: choose one above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: choose 127.0.0.1, or 0.0.0.0 for all of them`,
    ENOTFOUND: `${host} is not a known host: choose 127.0.0.1, or 0.0.0.0 for all addresses`,
  };
  const reason = reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`;
  return Object.assign(new Error(reason, { cause: error }), { code: error.code });
}

/** An address that clients on this machine can call; wildcard addresses are only for binding. */
function reachable(address: string, family: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return family === 'IPv6' ? `[${address}]` : address;
}

function closeServer(server: Server, connections: Connections, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    connections.endIdle();
  });
}

/** A port that no other process can take until it is released for the server that is to listen there. */
export interface ReservedAddress extends Pick<Listener, 'port' | 'endpoint'> {
  /** Call it just before listening there. */
  release(): Promise<void>;
}

/**
 * Checks early whether a port can be used and what its URL will be, before seconds are spent on the rest of a start; port 0 gives a
 * free one. The port stays reserved in the meantime, since other parts that are started take free ports, too.
 *
 * @throws Error naming the port and what to do.
 */
export async function reserveAddress(host: string, port: number): Promise<ReservedAddress> {
  const held = await listen(() => {}, { host, port, graceMilliseconds: 0 });
  return { port: held.port, endpoint: held.endpoint, release: () => held.close() };
}
