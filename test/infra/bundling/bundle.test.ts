import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventTypes } from '../../../domain/events/event-types.ts';
import { areas } from '../../../functions/areas.ts';
import { queueVariable } from '../../../functions/manifest/job.ts';
import { tableVariable } from '../../../functions/manifest/table.ts';
import { followers, functionNeeds, tableNames, tables } from '../../../functions/manifests.ts';
import { type Bundle, bundle } from '../../../infra/bundling/bundle.ts';
import { ofType } from '../resources.ts';
import { root, templates } from '../synthesize.ts';

const run = promisify(execFile);

let outdir: string;
let bundles: Bundle[];

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'furrow-bundles-'));
  bundles = await bundle({ root, outdir });
});

afterAll(() => rm(outdir, { recursive: true, force: true }));

/** The code of a function, with that of its parts. */
async function codeOf(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => /^(index|part-.*)\.mjs$/.test(name));
  return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n');
}

describe('the functions', () => {
  test('are exactly those in the table of needs', () => {
    expect(bundles.map(({ name }) => name).sort()).toEqual(Object.keys(functionNeeds).sort());
  });

  test('serve every area of the API', () => {
    const folders = bundles.filter(({ kind }) => kind === 'area').map(({ name }) => name);
    expect(folders.sort()).toEqual(areas.map(({ name }) => name).sort());
  });

  test('are given exactly the variables that they read', async () => {
    const { api, data, workers } = templates();
    const given = new Map(
      [api, data, workers]
        .flatMap((template) => ofType(template, 'AWS::Lambda::Function'))
        .map(({ properties }) => [
          properties.FunctionName.replace('furrow-prod-', ''),
          Object.keys(properties.Environment.Variables).filter(isResourceName),
        ]),
    );
    for (const { name, directory } of bundles) {
      const code = await codeOf(directory);
      const spelt = Array.from(code.matchAll(/["'`]([A-Z][A-Z_]+)["'`]/g), ([, word = '']) => word);
      const read = new Set([...spelt.filter(isResourceName), ...(derived[name] ?? [])]);
      expect({ name, variables: given.get(name)?.sort() }).toEqual({ name, variables: [...read].sort() });
    }
  });
});

/** Variables whose names are made from the manifests; functions spell out the others. */
const derived: Record<string, string[]> = {
  'relay-events': followers.map(queueVariable),
  'erase-user': tableNames.filter((name) => tables[name].eraser).map(tableVariable),
};

describe('the events that a function publishes', () => {
  const publishing = Object.keys(functionNeeds).filter((name) => functionNeeds[name]?.tables?.events === 'add');
  /** Event types in code that functions share with others, which alone write them. This list may only become shorter. */
  const carried: Record<string, string[]> = {
    // Areas that take a base, or a part of one, carry the contracts of those beside them.
    credentials: ['credentialsConnected', 'credentialsDisconnected', 'fieldCreated', 'fieldUpdated'],
    'one-click': ['credentialsDisconnected'],
    links: ['fieldCreated', 'fieldUpdated', 'userDeleted'],
    users: ['fieldCreated', 'fieldUpdated'],
    'merge-fields': ['fieldDeleted'],
    'search-scenes': ['newSatelliteImage'],
    'follow-planet': ['newSatelliteImage'],
    sweep: ['newSatelliteImage'],
  };

  test.each(publishing)('%s: its code publishes exactly the types in its manifest', async (name) => {
    const directory = bundles.find((made) => made.name === name)?.directory ?? '';
    const code = (await codeOf(directory)).replaceAll(JSON.stringify(eventTypes), '');
    // The types for machine files are put together from the file's origin.
    const written = [...eventTypes, 'userDeleted', 'credentialChanged'].filter((type) => {
      const [, origin, end] = /^(uploaded|provider|merged|automerged)(File\w+)$/.exec(type) ?? [];
      return origin ? code.includes(`}${end}`) : new RegExp(`["'\`]${type}["'\`]`).test(code);
    });
    expect(written.sort()).toEqual([...(functionNeeds[name]?.publishes ?? []), ...(carried[name] ?? [])].sort());
  });
});

/** Whether a variable names a resource in AWS; others have defaults. */
function isResourceName(variable: string): boolean {
  // A function of SQL, and a part of DuckDB's parse tree.
  if (variable === 'RANGE_BUCKET' || variable === 'BASE_TABLE') return false;
  return /^([A-Z]+_(TABLE|BUCKET)|([A-Z_]+_)?QUEUE_URL|SECRETS_KEY_ID|QUERY_(WORKGROUP|DATABASE|ROLE_ARN))$/.test(
    variable,
  );
}

describe('a bundle', () => {
  test('loads on its own, from another folder, and has a handler that returns a promise', async () => {
    const { stdout } = await run(process.execPath, ['infra/bundling/load-bundles.mjs', outdir], { cwd: root });
    const loaded = stdout.split('\n').filter((line) => line.startsWith('ok'));
    expect(loaded).toHaveLength(bundles.length);
  });

  test('has what providers need in parts, which are loaded with the first call of one, and none of an earlier bundle', async () => {
    const directory = bundles.find(({ name }) => name === 'sync-irrigation')?.directory ?? '';
    const parts = async () => (await readdir(directory)).filter((name) => /^part-.*\.mjs$/.test(name)).sort();
    const start = await readFile(join(directory, 'index.mjs'), 'utf8');
    const irrigation = 'irrigation-controllers';
    expect(await codeOf(directory)).toContain(irrigation);
    const loaded = await Promise.all(
      [...start.matchAll(/from"\.\/(part-[^"]+)"/g)].map(([, name = '']) => readFile(join(directory, name), 'utf8')),
    );
    expect(loaded.length).toBeGreaterThan(0);
    for (const code of [start, ...loaded]) expect(code).not.toContain(irrigation);
    const made = await parts();
    await writeFile(join(directory, 'part-OFBEFORE.mjs'), '');
    await bundle({ root, outdir });
    expect(await parts()).toEqual(made);
  });

  test('requires native engines and never imports them, since a layer is only found by require', async () => {
    const worker = bundles.find(({ name }) => name === 'convert-boundaries');
    const code = await readFile(join(worker?.directory ?? '', 'index.mjs'), 'utf8');
    expect(code).not.toMatch(/(import|from) ?["'](gdal-async|@duckdb\/node-(api|bindings))["']/);
    expect(code).not.toMatch(/import\(["'](gdal-async|@duckdb\/node-(api|bindings))["']\)/);
  });
});
