import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../../../adapters/system.ts';
import { signatureHeaders } from '../../../adapters/webhooks/signature.ts';
import { spacedJson } from '../../../domain/alerts/payload.ts';

const folder = mkdtempSync(join(tmpdir(), 'furrow-snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The snippet in a language on the page. */
function snippet(language: string): string {
  const page = readFileSync('docs/guide-webhooks.md', 'utf8');
  const [, program] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  if (!program) throw new Error(`the guide has no program in ${language}`);
  return program;
}

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'a secret in plain text: ä'];
const body = spacedJson({ type: 'fieldCreated', timestamp: '2026-05-01T12:00:00.000Z', name: 'Äcker: a, b' });

/** Signatures to check, with the expected results. */
const cases = secrets.flatMap((secret) => {
  const other = secrets.find((one) => one !== secret) ?? '';
  const now = Date.now();
  const headers = signatureHeaders(newId(), body, [secret], now);
  const lower = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return [
    { headers: lower(headers), body, secret, genuine: true },
    { headers: lower(signatureHeaders(newId(), body, [other, secret], now)), body, secret, genuine: true },
    { headers: lower(headers), body: `${body} `, secret, genuine: false },
    { headers: lower(headers), body, secret: other, genuine: false },
    { headers: { ...lower(headers), 'webhook-id': newId() }, body, secret, genuine: false },
    { headers: lower(signatureHeaders(newId(), body, [secret], now - 600_000)), body, secret, genuine: false },
    { headers: {}, body, secret, genuine: false },
  ];
});
const expected = cases.map(({ genuine }) => genuine);
writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));

describe('the check of signatures in the guide', () => {
  test('in TypeScript accepts valid signatures only', () => {
    writeFileSync(join(folder, 'check.ts'), snippet('ts'));
    const program = `import { readFileSync } from 'node:fs';
import { isGenuine } from './check.ts';
const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));
console.log(JSON.stringify(cases.map((one: any) => isGenuine(one.headers, one.body, one.secret))));`;
    writeFileSync(join(folder, 'main.mts'), program);
    const tsx = join(process.cwd(), 'node_modules/tsx/dist/loader.mjs');
    const printed = execFileSync(process.execPath, ['--import', tsx, join(folder, 'main.mts')], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(expected);
  });

  const { error } = spawnSync('python3', ['--version']);
  if (error) console.warn(`the check in Python is not run: ${error.message}`);
  test.skipIf(error)('in Python accepts valid signatures only', () => {
    const program = `${snippet('python')}

import json
cases = json.load(open("cases.json", encoding="utf-8"))
print(json.dumps([is_genuine(one["headers"], one["body"].encode(), one["secret"]) for one in cases]))`;
    const printed = execFileSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(expected);
  });
});
