import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startFurrow } from '../../bench/running-furrow.ts';
import { read } from '../house/tree.ts';
import { type ProjectCopy, projectCopy } from './project-copy.ts';

/** The blocks of the page, in order: the file of each, and its code. */
const steps = [...read('docs/adding-a-provider.md').matchAll(/^```ts (\S+)\n(.*?)^```$/gms)].map(
  ([, file = '', code = '']) => ({ file, code }),
);
const pathOf = (end: string) => steps.find(({ file }) => file.endsWith(end))?.file ?? '';

let project: ProjectCopy;
beforeAll(() => {
  project = projectCopy();
});
afterAll(() => project.remove());

/** Does what a block says: a new file is written, and a list gets what it lacks. */
function follow({ file, code }: { file: string; code: string }): void {
  if (file.includes('/meadow/')) {
    project.write(file, code);
    return;
  }
  const imports = code.match(/^import .*\n/gm)?.join('') ?? '';
  const entry = code.replace(/^import .*\n/gm, '');
  const before = project.read(file);
  const withEntry = before
    .replace(/(\n\] as const;\n)$/, (end) => `\n${entry.trimEnd()}${end}`)
    .replace(/(const sandboxes = \[)/, (begin) => `${begin}\n${entry}`)
    .replace(/(const adapters: [^=]*= \{\n)/, (begin) => begin + entry);
  expect(withEntry).not.toBe(before);
  project.write(file, imports + withEntry);
}

let program: ts.Program | undefined;
const texts = new Map<string, { text: string; source: ts.SourceFile }>();

/** What the compiler says of these files. */
function complaints(...files: string[]): string[] {
  const { config } = ts.readConfigFile(join(project.folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, project.folder);
  const { incremental: _, tsBuildInfoFile: __, ...others } = options;
  const host = ts.createCompilerHost(others);
  const readSource = host.getSourceFile;
  // Sources that have not changed are parsed, and their types resolved, once.
  host.getSourceFile = (name, ...rest) => {
    const text = ts.sys.readFile(name) ?? '';
    const known = texts.get(name);
    if (known?.text === text) return known.source;
    const source = readSource(name, ...rest);
    if (source) texts.set(name, { text, source });
    return source;
  };
  const roots = files.map((file) => join(project.folder, file));
  program = ts.createProgram({ rootNames: roots, options: others, host, ...(program && { oldProgram: program }) });
  return roots.flatMap((root) =>
    (program?.getSemanticDiagnostics(program.getSourceFile(root)) ?? []).map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ),
  );
}

const list = 'adapters/providers/adapters.ts';

describe('a provider is added as the page says', () => {
  test('a row alone does not compile: its adapter is missing', () => {
    const [row] = steps;
    expect(row?.file).toMatch(/rows\//);
    if (row) follow(row);
    expect(complaints(list)).toEqual([expect.stringMatching(/Property 'Meadow' is missing/)]);
  });

  test('with wire, adapter and line it compiles', () => {
    for (const step of steps.slice(1, 4)) follow(step);
    expect(complaints(list, pathOf('meadow/adapter.ts'), pathOf('meadow/fields.ts'))).toEqual([]);
  });

  test.each([
    ['without a port that its row names', /ports: \{.*\}/, 'ports: {}', /Property 'fields' is missing/],
    [
      'with a port that its row does not name',
      /ports: \{/,
      "ports: { files: async () => (await import('./fields.ts')).meadowFields as never,",
      /'files' does not exist/,
    ],
    [
      'without a way to authorize, since its row has no grant',
      / {2}authorize: .*\n/,
      '',
      /Property 'authorize' is missing/,
    ],
    [
      'with a header beside a token that never comes',
      / {2}authorize: .*\n/,
      "  headers: { 'x-api-key': 'apiKey' },\n",
      /Property 'authorize' is missing|not assignable to type 'undefined'|not assignable to type 'never'/,
    ],
    [
      'with a member that its credentials lack',
      /\{ apiKey = '' \}/,
      "{ token: apiKey = '' }",
      /Property 'token' does not exist/,
    ],
    ['without a first call', / {2}firstCall: .*\n/, '', /Property 'firstCall' is missing/],
  ])('an adapter %s does not compile', (_, given, instead, said) => {
    const file = pathOf('meadow/adapter.ts');
    const whole = project.read(file);
    project.write(file, whole.replace(given, instead));
    expect(project.read(file)).not.toBe(whole);
    expect(complaints(file).join('\n')).toMatch(said);
    project.write(file, whole);
  });

  test('a second row with its number stops the start, and says whose it is', async () => {
    const rows = pathOf('farm-software.ts');
    const whole = project.read(rows);
    project.write(rows, whole.replace("provider('Meadow', 24,", "provider('Meadow', 12,"));
    await expect(import(join(project.folder, 'domain/providers/providers.ts'))).rejects.toThrow(
      'the providers Trimble and Meadow have the same id: 12',
    );
    project.write(rows, whole);
  });

  test('with a sandbox it compiles, and its field arrives in a running Furrow, by its three calls', async () => {
    for (const step of steps.slice(4)) follow(step);
    const sandboxFiles = [pathOf('meadow/sandbox.ts'), pathOf('meadow/wire.ts')];
    expect(complaints('local/sandboxes/sandboxes.ts', 'local/demo/addresses-of-sandboxes.ts', ...sandboxFiles)).toEqual(
      [],
    );

    const state = join(project.folder, 'state');
    const furrow = await startFurrow(state, { project: project.folder });
    try {
      const { baseUrl, sandboxes } = furrow.endpoints;
      const { url, apiKey } = (sandboxes as unknown as { Meadow: { url: string; apiKey: string } }).Meadow;
      let token: string | undefined;
      const send = async (method: string, path: string, body?: object) => {
        const response = await fetch(baseUrl + path, {
          method,
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return JSON.parse(text || '{}');
      };
      const users = '/services/usermanagement/api/users';
      const signIn = JSON.parse(readFileSync(join(state, 'sign-in.json'), 'utf8'));
      token = (await send('POST', '/api/authenticate', signIn)).id_token;
      const user = await send('POST', users, { name: 'Ada Grower', email: 'ada@example.com' });
      await send('PATCH', `/services/config/api/configs/${user.id}`, { customDataSync: false });

      const wrong = await send('POST', `${users}/${user.id}/meadow-credentials`, { apiKey: 'another key' });
      expect(wrong.apiKey).toMatch(/^\*+/);
      const status = async () => (await send('GET', `${users}/${user.id}/meadow-credentials`)).status;
      await vi.waitFor(async () => expect(await status()).toBe('UNAUTHENTICATED'), { timeout: 120_000, interval: 500 });
      await send('DELETE', `${users}/${user.id}/meadow-credentials`);

      await send('POST', `${users}/${user.id}/meadow-credentials`, { apiKey });
      const fields = () => send('GET', `/services/fields/api/fields?svcUserId=${user.id}`);
      await vi.waitFor(async () => expect(await fields()).toHaveLength(1), { timeout: 120_000, interval: 500 });
      const [field] = await fields();
      expect(field).toMatchObject({ name: 'Long meadow', providerName: 'Meadow' });
      const whole = () => send('GET', `/services/fields/api/users/${user.id}/fields/${field.id}`);
      await vi.waitFor(async () => expect((await whole()).geometry).toBeDefined(), { timeout: 120_000, interval: 500 });
      expect(await status()).toBe('OK');
      const calls = await (await fetch(`${url}/control/calls`)).json();
      expect(Object.keys((calls as { kinds: object }).kinds).sort()).toEqual(['account', 'fields', 'outline']);
    } finally {
      await furrow.stop();
    }
  }, 600_000);
});
