import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MissingPeer } from '../../missing-peer.ts';

const run = promisify(execFile);

/** Debian's folder of PostgreSQL's programs. */
export const programs = '/usr/lib/postgresql/15/bin';
const extension = '/usr/share/postgresql/15/extension/postgis.control';
const usualStartMilliseconds = 20_000;

/** Settings for a machine of its own: threads as DuckDB has, memory for sorts, a fast disk, no safety in a crash. */
const settings = {
  listen_addresses: '',
  shared_buffers: '1GB',
  effective_cache_size: '8GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_parallel_workers_per_gather: '2',
  random_page_cost: '1.1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  fsync: 'off',
  autovacuum: 'off',
};

/** A PostgreSQL with PostGIS, reached through a socket in a folder. */
export interface Cluster {
  /** Options of psql to connect to it. */
  connection: readonly string[];
  stop(): Promise<void>;
}

/**
 * Makes a cluster in a folder and starts it; root, as which PostgreSQL does not run, starts it as the user `postgres`.
 *
 * @throws Error that says what to install.
 */
export async function startCluster(folder: string): Promise<Cluster> {
  if (!existsSync(join(programs, 'initdb')) || !existsSync(extension)) {
    throw new MissingPeer('PostGIS is not installed (Debian: apt-get install postgresql-15 postgresql-15-postgis-3)');
  }
  const user = process.getuid?.() === 0 ? userOf('postgres') : undefined;
  const data = join(folder, 'cluster');
  mkdirSync(data);
  if (user) {
    // A temporary folder is open to its own user alone, which is not the server's.
    chmodSync(folder, 0o755);
    chownSync(data, user.uid, user.gid);
  }
  const options = { ...user, cwd: '/' };
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8'],
    options,
  );
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-k', data, ...set], { ...options, stdio: 'ignore' });
  const connection = ['-h', data, '-U', 'postgres', '-d', 'postgres'];
  await untilReady(server, connection);
  return {
    connection,
    async stop() {
      const ended = once(server, 'exit');
      // SIGINT is PostgreSQL's fast shutdown.
      if (server.kill('SIGINT')) await ended;
    },
  };
}

async function untilReady(server: ChildProcess, connection: readonly string[]): Promise<void> {
  const late = Date.now() + usualStartMilliseconds;
  for (;;) {
    const isReady = await run(join(programs, 'pg_isready'), [...connection], { cwd: '/' }).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (server.exitCode !== null || Date.now() > late) {
      server.kill('SIGKILL');
      throw new Error('PostgreSQL did not start');
    }
    await sleep(100);
  }
}

function userOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error(`there is no user ${name}`);
  return { uid: Number(uid), gid: Number(gid) };
}
