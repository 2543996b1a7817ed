import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { prepareAssembly } from '../../../local/assembly/prepare-assembly.ts';
import type { DemoOwner } from '../../../local/demo/demo-owner.ts';
import { seedDemo } from '../../../local/demo/seed-demo.ts';
import { type EmbeddedCloud, startEmbeddedCloud } from '../../../local/start.ts';
import { geoJson, zip } from '../../api/uploads/boundary-files.ts';
import type { ShownEntry, ShownUpload } from '../../api/uploads/upload.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const projectDir = fileURLToPath(new URL('../../..', import.meta.url));
const uploads = '/services/uploadservice/api/upload';
/** Time after which a message whose worker died is visible again. */
const retryMilliseconds = 16 * 60_000 + 1_000;
/** Receives of a message: on a busy machine a worker may time out before it opens the file, which does not count as an attempt. */
const maxReceives = 20;

/** The project's own assembly, with other properties for one function. */
async function assemblyWith(dir: string, logicalId: string, properties: object): Promise<string> {
  const { dir: own } = await prepareAssembly({ projectDir });
  for (const name of readdirSync(own).filter((entry) => !entry.startsWith('.'))) {
    const text = name.endsWith('.template.json') ? readFileSync(join(own, name), 'utf8') : '';
    const template = JSON.parse(text || '{"Resources":{}}') as { Resources: Record<string, { Properties: object }> };
    const resource = template.Resources[logicalId];
    if (resource) Object.assign(resource.Properties, properties);
    if (resource) writeFileSync(join(dir, name), JSON.stringify(template));
    else symlinkSync(join(own, name), join(dir, name));
  }
  return dir;
}

describe.each([['runs out of time', { Timeout: 1 }, /Task timed out after 1\.00 seconds/]])(
  'a worker that %s',
  (_, properties, reason) => {
    const [assembly, state] = [temporaryFolder('assembly'), temporaryFolder('state')];
    const lines: string[] = [];
    let cloud: EmbeddedCloud | undefined;
    afterAll(() => cloud?.close());

    async function control(path: string, body: object = {}): Promise<unknown> {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${cloud?.endpoints.control}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers,
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json();
    }

    async function ask<T>(demo: DemoOwner, path: string, init: RequestInit = {}): Promise<T> {
      const { username, password } = demo;
      const headers = { 'content-type': 'application/json' };
      const signIn = { method: 'POST', body: JSON.stringify({ username, password }), headers };
      const { id_token } = await (await fetch(`${cloud?.baseUrl}/api/authenticate`, signIn)).json();
      const response = await fetch(`${cloud?.baseUrl}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${id_token}` },
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response.json() as Promise<T>;
    }

    test('is retried, until its upload ends FAILED as given up', {
      timeout: 120_000,
    }, async () => {
      const assemblyDir = await assemblyWith(assembly, 'ConvertBoundariesFunction', properties);
      const log = (line: string) => void lines.push(line);
      const options = { dataDir: state, port: 0, host: '127.0.0.1', testMode: true, projectDir, assemblyDir };
      cloud = await startEmbeddedCloud({ ...options, log, functionLog: log });
      const demo = await seedDemo(cloud, { dataDir: state, username: 'demo@furrow.example' });
      const files = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}.geojson`, geoJson(1, at)]));
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(zip(files))]), 'large.zip');
      const upload = await ask<ShownUpload>(demo, `${uploads}?svcUserId=${demo.svcUserId}`, {
        method: 'POST',
        body: form,
      });
      let status = 'RECEIVED';
      for (let receive = 1; receive <= maxReceives && status === 'RECEIVED'; receive += 1) {
        await control('/idle', { timeoutMilliseconds: 60_000 });
        ({ status } = await ask<ShownUpload>(demo, `${uploads}/${upload.id}`));
        await control('/clock/advance', { milliseconds: retryMilliseconds });
      }
      expect(lines.filter((line) => reason.test(line)).length, lines.slice(-20).join('\n')).toBeGreaterThanOrEqual(3);
      expect(status, lines.slice(-40).join('\n')).toBe('FAILED');
      const entries = await ask<ShownEntry[]>(demo, `${uploads}/${upload.id}/entries?size=100`);
      expect(entries.length).toBeGreaterThan(0);
      for (const { status, problems } of entries) {
        expect([status, problems.at(-1)?.code]).toEqual(['FAILED', 'processingGivenUp']);
      }
    });
  },
);
