import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { reserveAddress } from '../../../local/http/http-listener.ts';
import { type TrinoClient, trinoClient } from './client.ts';
import { installedTrino } from './install.ts';
import { recentJava } from './java.ts';

const memory = process.env.FURROW_TRINO_MEMORY ?? '2G';

const flags = [
  `-Xmx${memory}`,
  '-XX:G1HeapRegionSize=32M',
  '-XX:+ExitOnOutOfMemoryError',
  '-XX:ReservedCodeCacheSize=256M',
  '-XX:PerMethodRecompilationCutoff=10000',
  '-XX:PerBytecodeRecompilationCutoff=10000',
  '-Djdk.attach.allowAttachSelf=true',
  '-Djdk.nio.maxCachedBufferSize=2000000',
  '-Dfile.encoding=UTF-8',
  '-Duser.timezone=UTC',
  '--add-modules=jdk.incubator.vector',
  '--sun-misc-unsafe-memory-access=allow',
  '--enable-native-access=ALL-UNNAMED',
];

const configuration = (port: number, catalogues: string, plugins: string) => ({
  'node.id': 'verify',
  'node.environment': 'test',
  'node.internal-address': '127.0.0.1',
  'node.bind-ip': '127.0.0.1',
  coordinator: 'true',
  'node-scheduler.include-coordinator': 'true',
  'http-server.http.port': port,
  'discovery.uri': `http://127.0.0.1:${port}`,
  'query.max-memory': '700MB',
  'query.max-memory-per-node': '700MB',
  'memory.heap-headroom-per-node': '400MB',
  'catalog.management': 'static',
  'catalog.config-dir': catalogues,
  'plugin.dir': plugins,
});

/** A catalogue of Parquet tables in a folder, as in a data lake. */
const hive = (folder: string) => ({
  'connector.name': 'hive',
  'hive.metastore': 'file',
  'hive.metastore.catalog.dir': 'local:///metastore',
  'hive.metastore.disable-location-checks': 'true',
  'hive.storage-format': 'PARQUET',
  'hive.non-managed-table-writes-enabled': 'true',
  'fs.native-local.enabled': 'true',
  'local.location': folder,
});

const properties = (entries: object) =>
  Object.entries(entries)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/**
 * Starts a Trino server on a free port of this machine over the Parquet files of a folder.
 *
 * @param folder the lake, in which the server also keeps its list of tables; its log is `server.log` there.
 * @throws Error with the end of the server's output when it does not start.
 */
export async function startTrino(folder: string): Promise<{ client: TrinoClient; close(): void }> {
  const java = recentJava();
  const server = await installedTrino();
  const settings = join(folder, 'etc');
  const catalogues = join(settings, 'catalog');
  mkdirSync(catalogues, { recursive: true });
  const { port, release } = await reserveAddress('127.0.0.1', 0);
  await release();
  writeFileSync(
    join(settings, 'config.properties'),
    properties(configuration(port, catalogues, join(server, 'plugin'))),
  );
  writeFileSync(join(catalogues, 'lake.properties'), properties(hive(folder)));
  const main = [
    '-cp',
    join(server, 'lib/*'),
    `-Dconfig=${join(settings, 'config.properties')}`,
    'io.trino.server.TrinoServer',
  ];
  const program = spawn(java, [...flags, ...main], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(join(folder, 'server.log'));
  let last = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (piece: Buffer) => {
      log.write(piece);
      last = (last + piece).slice(-3_000);
    });
  }
  const close = () => {
    program.kill('SIGKILL');
  };
  process.once('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const client = trinoClient(`http://127.0.0.1:${port}`);
  for (let tries = 0; tries < 600; tries += 1) {
    if (program.exitCode !== null) throw new Error(`Trino ended with ${program.exitCode}:\n${last}`);
    try {
      await client.rows('SELECT 1 FROM system.runtime.nodes');
      return { client, close };
    } catch {
      await setTimeout(500);
    }
  }
  close();
  throw new Error(`Trino does not answer:\n${last}`);
}
