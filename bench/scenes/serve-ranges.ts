import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Serves parts of the files of a folder, and counts their bytes. */
export async function serveRanges(folder: string) {
  const sent = { bytes: 0 };
  const server = createServer(({ url = '', headers }, response) => {
    const path = join(folder, url.slice(1));
    const [from = 0, last = 0] = (headers.range ?? '').replace('bytes=', '').split('-').map(Number);
    const { size } = statSync(path);
    const end = Math.min(last, size - 1);
    sent.bytes += end - from + 1;
    response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${size}` });
    createReadStream(path, { start: from, end }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
