import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstCommands } from '../../bin/commands/welcome/first-commands.ts';
import { PROJECT, read } from '../house/tree.ts';

/** Output of a start with default settings. */
const printed = firstCommands({
  baseUrl: 'http://127.0.0.1:3000',
  projectDir: PROJECT,
  dataDir: join(PROJECT, '.furrow'),
});

describe('the README', () => {
  test('shows the commands that a start prints', () => {
    expect(read('README.md')).toContain(`\`\`\`sh\n${printed.join('\n\n')}\n\`\`\`\n`);
  });

  test('is short: 6 kB, and `npm start` within the first ten lines', () => {
    expect(readFileSync(join(PROJECT, 'README.md')).length).toBeLessThanOrEqual(6_000);
    expect(read('README.md').split('\n').slice(0, 10).join('\n')).toContain('npm start');
  });
});

test.each([
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/features.md',
  'docs/limits.md',
  'docs/providers.md',
  'docs/running.md',
])('links of %s lead to files that exist', (document) => {
  const targets = [...read(document).matchAll(/(?:\]\(|src=")([^)"#]+)/g)].map(([, target = '']) => target);
  const missing = targets.filter(
    (target) => !/^https?:/.test(target) && !existsSync(join(PROJECT, dirname(document), target)),
  );
  expect(missing).toEqual([]);
});
