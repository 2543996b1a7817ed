import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { startListener } from '../alerts/listener.ts';
import { cloud, control } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { readGuide } from './read-guide.ts';
import { runSteps } from './run-steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'furrow-guide-'));
writeFileSync(join(folder, 'sample-fields.zip'), sampleFieldsZip());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const guides = readdirSync('docs')
  .filter((name) => /^guide-.*\.md$/.test(name))
  .map((name) => `docs/${name}`);

describe.each(guides)('%s', (path) => {
  test('can be followed to its end, with the responses that it shows', { timeout: 180_000 }, async () => {
    // Otherwise the catalogues find no scenes.
    await control('POST', '/scenes/open', { open: path.endsWith('satellite.md') });
    const owner = await freshOwner();
    const listener = await startListener();
    const steps = readGuide(path);
    const outputs = await runSteps(steps, folder, {
      BASE: cloud.baseUrl,
      TOKEN: await owner.token('id'),
      HOOK: listener.url,
    });
    await listener.close();
    await control('POST', '/scenes/open', { open: false });
    for (const [index, { heading, answer }] of steps.entries()) {
      if (answer === undefined) continue;
      const lines = outputs[index]?.split('\n').filter((line) => /^[[{]/.test(line)) ?? [];
      expect(JSON.parse(lines.at(-1) ?? 'null'), heading).toMatchObject(open(answer) as object);
    }
  });
});

/** A response as a page shows it: "…" stands for anything. */
function open(shown: unknown): unknown {
  if (shown === '…') return expect.anything();
  if (Array.isArray(shown)) return shown.map(open);
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, open(value)]));
}
