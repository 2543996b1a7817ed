import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startListener } from '../alerts/listener.ts';
import { cloud, control } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { controlSandbox, useSandboxes } from '../sync/sandboxes.ts';
import { readGuide } from './read-guide.ts';
import { runSteps } from './run-steps.ts';

const guides = readdirSync('docs')
  .filter((name) => /^guide-.*\.md$/.test(name))
  .map((name) => `docs/${name}`);

/** One owner follows every guide, so that nothing of one guide disturbs another. */
let owner: TestOwner;
const files = mkdtempSync(join(tmpdir(), 'furrow-guides-'));
const endpoints = join(files, 'endpoints.json');
beforeAll(async () => {
  owner = await freshOwner();
  writeFileSync(endpoints, JSON.stringify(cloud.endpoints));
});
afterAll(() => rmSync(files, { recursive: true }));

describe.each(guides)('%s', (path) => {
  const steps = readGuide(path);
  if (path.endsWith('prescriptions.md')) {
    useSandboxes();
    afterAll(removePrescriptions);
  }

  test('has no loop that may never end', () => {
    for (const { heading, commands } of steps) expect(commands, heading).not.toMatch(/\b(until|while)\b.*\bdo\b/);
  });

  test.each(['first', 'second'])(
    'can be followed to its end from an empty folder: the %s time',
    {
      timeout: 180_000,
    },
    async () => {
      // Otherwise the catalogues find no scenes.
      await control('POST', '/scenes/open', { open: path.endsWith('satellite.md') });
      const folder = mkdtempSync(join(tmpdir(), 'furrow-guide-'));
      const listener = await startListener();
      const outputs = await runSteps(steps, folder, {
        BASE: cloud.baseUrl,
        TOKEN: await owner.token('id'),
        HOOK: listener.url,
        ENDPOINTS: endpoints,
      });
      await listener.close();
      await control('POST', '/scenes/open', { open: false });
      for (const [index, { heading, answer }] of steps.entries()) {
        if (answer === undefined) continue;
        const lines = outputs[index]?.split('\n').filter((line) => /^[[{]/.test(line)) ?? [];
        expect(JSON.parse(lines.at(-1) ?? 'null'), heading).toMatchObject(open(answer) as object);
      }
      expect(readdirSync(folder)).toEqual([]);
      rmdirSync(folder);
    },
  );
});

/** Takes the prescriptions of the guide out of the sandbox, which all tests share. */
async function removePrescriptions(): Promise<void> {
  const { items } = await controlSandbox<{ items: { id: string; name: string }[] }>('JohnDeere', 'GET', '/world/files');
  for (const { id, name } of items)
    if (name.startsWith('north-forty')) await controlSandbox('JohnDeere', 'DELETE', `/world/files/${id}`);
}

/** A response as a page shows it: "…" stands for anything. */
function open(shown: unknown): unknown {
  if (shown === '…') return expect.anything();
  if (Array.isArray(shown)) return shown.map(open);
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, open(value)]));
}
