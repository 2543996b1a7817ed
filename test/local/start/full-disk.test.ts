import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { noSmallDisk, smallDisk } from '../../small-disk.ts';

const projectDir = fileURLToPath(new URL('../../..', import.meta.url));
const users = '/services/usermanagement/api/users';

interface Server {
  printed(): string;
  call(
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<{ status: number; type: string; body: unknown }>;
  kill(): Promise<void>;
}

/** Furrow as `npm start` runs it, with the demo owner signed in. */
async function start(dataDir: string): Promise<Server> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/furrow.ts', 'start'], {
    cwd: projectDir,
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
      ...{ FURROW_TEST_MODE: '', FURROW_LIMITS: '', FURROW_SAMPLE_FARM: '0' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => killed(child);
  onTestFinished(kill);
  let printed = '';
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (/^ready /m.test(printed)) resolve();
      });
    }
    child.once('close', () => resolve());
  });
  const base = /^ready (\S+)$/m.exec(printed)?.[1];
  if (!base) return { printed: () => printed, kill, call: () => Promise.reject(new Error(printed)) };
  const credentials = readFileSync(join(dataDir, 'sign-in.json'), 'utf8');
  const json = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${base}/api/authenticate`, { method: 'POST', headers: json, body: credentials });
  const { id_token: token } = (await signedIn.json()) as { id_token: string };
  return {
    printed: () => printed,
    kill,
    async call(method, path, body) {
      const isForm = body instanceof FormData;
      const answer = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && !isForm && json) },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, type: answer.headers.get('content-type') ?? '', body: text && JSON.parse(text) };
    },
  };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Creates users and sorts their names by the response. */
async function create(server: Server, names: string[], created: Map<string, string>, refused: Set<string>) {
  for (const name of names) {
    const email = `${name}@test.example`;
    const { status, type, body } = await server.call('POST', users, { name, email });
    if (status === 201) created.set((body as { id: string }).id, name);
    else {
      expect({ status, type }).toEqual({ status: 507, type: 'application/problem+json' });
      expect(body).toMatchObject({
        errorKey: 'storageFull',
        detail: expect.stringMatching(/disk of this server is full/),
      });
      refused.add(name);
    }
  }
}

const namesFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => `grower-${first + i}`);

async function namesThere(server: Server): Promise<string[]> {
  const { body } = await server.call('GET', `${users}?size=100`);
  return (body as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith('grower-'));
}

describe.skipIf(noSmallDisk)(`on a small disk ${noSmallDisk ?? ''}`, () => {
  test('acknowledged users survive kill -9, and a refused upload leaves nothing', async () => {
    const disk = smallDisk(60);
    const dataDir = join(disk.path, 'state');
    const first = await start(dataDir);
    const created = new Map<string, string>();
    const refused = new Set<string>();
    await create(first, namesFrom(0, 5), created, refused);
    expect(refused.size).toBe(0);

    disk.fill();
    await create(first, namesFrom(5, 20), created, refused);
    expect(refused.size).toBeGreaterThan(0);
    const [id] = created.keys();
    expect(await first.call('GET', `${users}/${id}`)).toMatchObject({ status: 200 });
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(6_000_000)]), 'large.geojson');
    const upload = await first.call('POST', `/services/uploadservice/api/upload?svcUserId=${id}`, form);
    expect(upload).toMatchObject({ status: 507, type: 'application/problem+json' });
    expect(readdirSync(join(dataDir, 'uploads'), { recursive: true })).toEqual([]);
    expect(readdirSync(join(dataDir, 's3', '.temporary'))).toEqual([]);

    disk.free();
    const before = created.size;
    await create(first, namesFrom(25, 10), created, refused);
    expect(created.size - before).toBe(10);
    await first.kill();

    disk.fill();
    const onFull = await start(join(disk.path, 'another'));
    expect(onFull.printed()).toMatch(/the disk of .* is full: free space on it, or move DATA_DIR/);
    expect(onFull.printed()).not.toMatch(/^\s+at /m);
    disk.free();

    const second = await start(dataDir);
    const there = await namesThere(second);
    expect([...created.values()].filter((name) => !there.includes(name))).toEqual([]);
    expect(there.filter((name) => ![...created.values()].includes(name) && !refused.has(name))).toEqual([]);
  }, 400_000);
});
