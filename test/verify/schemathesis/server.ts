import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoFiles } from '../../../local/demo/demo-owner.ts';

export interface Server {
  baseUrl: string;
  /** Of the demo owner. */
  token: string;
  close(): Promise<void>;
}

/** Starts the whole service on a free port with an empty state, and signs in. */
export async function startedServer(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-schemathesis-'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/furrow.ts', 'start'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const baseUrl = await addressOf(child);
    const { username, password } = JSON.parse(readFileSync(join(dataDir, demoFiles.signInFile), 'utf8'));
    const answer = await fetch(`${baseUrl}/api/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    const { id_token: token } = (await answer.json()) as { id_token: string };
    return { baseUrl, token, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const address = /^ready (http:\S+)/m.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the server ended at its start: ${printed.slice(-1_000)}`)));
  });
}
