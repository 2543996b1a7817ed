import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';

export const WHEEL = 'pyogrio-0.13.0-cp311-abi3-manylinux_2_28_x86_64.whl';
export const LIBRARY = 'libgdal-253d08a6.so.38.3.12.4';

/** A wheel with a GDAL of a few letters in it. */
export const wheelWith = (content: string) =>
  Buffer.from(
    zipSync({
      [`pyogrio.libs/${LIBRARY}`]: strToU8(content),
      'pyogrio/gdal_data/copyright': strToU8('GDAL is under the MIT licence'),
      'pyogrio/_io.abi3.so': strToU8('not wanted'),
    }),
  );

/** Writes the lock of a project that wants this wheel for this machine. */
export function pinWheel(project: string, wheel: Uint8Array): void {
  const sha256 = createHash('sha256').update(wheel).digest('hex');
  const files = { [`linux-${process.arch}`]: { name: WHEEL, sha256, library: LIBRARY } };
  const lock = {
    gdal: '3.12.4',
    wheel: { project: 'pyogrio', version: '0.13.0', files },
    prebuilt: { version: '3.12.3', sha256: {} },
  };
  writeFileSync(join(project, 'gdal.lock.json'), JSON.stringify(lock));
}

/** One request that an index or a server of releases received. */
export interface Asked {
  path: string;
  authorization: string | undefined;
}

/** Serves a Python package index with one wheel while `work` runs, in the form that is asked for or in HTML only. */
export async function withIndex<T>(
  { wheel, form, login }: { wheel: Uint8Array; form: 'json' | 'html'; login?: string },
  work: (index: string, asked: Asked[]) => Promise<T>,
): Promise<T> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization });
    if (request.url === `/files/${WHEEL}`) return response.end(wheel);
    if (request.url?.startsWith('/silent')) return;
    if (request.url !== '/simple/pyogrio/') return response.writeHead(404).end();
    const url = `../../files/${WHEEL}`;
    if (form === 'json' && request.headers.accept?.includes('application/vnd.pypi.simple.v1+json')) {
      response.setHeader('content-type', 'application/vnd.pypi.simple.v1+json');
      return response.end(JSON.stringify({ files: [{ filename: 'pyogrio-0.13.0.tar.gz' }, { filename: WHEEL, url }] }));
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<a href="x.tar.gz">pyogrio-0.13.0.tar.gz</a><br/>\n<a href="${url}#sha256=0" data-x="1">${WHEEL}</a>`,
    );
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await work(`http://${login ? `${login}@` : ''}127.0.0.1:${port}/simple`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
