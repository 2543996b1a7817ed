import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../cache-folder.ts';
import { pythonWith } from '../python.ts';

/*
 * Has public programs read docs/openapi.json: Spectral lints it; openapi-typescript, hey-api and openapi-python-client generate clients of it, which then compile. Ends
 * with 1 when one of them finds something. `--lint` has Spectral alone.
 */

const document = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
const packages = [
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  'typescript@5.9.3',
];
const generator = 'openapi-python-client==0.29.1';

/** What openapi-python-client cannot do, which is no mistake of the document. */
const accepted = [/Unsupported content type text\/plain/, /Unsupported content_type (image\/(png|svg\+xml)|\*\/\*)/];

const { values } = parseArgs({ options: { lint: { type: 'boolean' } } });
const work = mkdtempSync(join(tmpdir(), 'furrow-openapi-'));
let failed = 0;
try {
  const node = nodePackages();
  lint(node);
  if (!values.lint) {
    generateTypeScript(node);
    generatePython();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(failed === 0 ? 'All of them read the document.' : `${failed} FAILED`);
process.exitCode = failed === 0 ? 0 : 1;

/** The folder of the programs of npm, installed once. */
function nodePackages(): string {
  const wanted = values.lint ? packages.slice(0, 1) : packages;
  const folder = cacheFolder('openapi', String(wanted.length));
  const installed = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent', ...wanted],
    {
      stdio: 'inherit',
    },
  );
  if (installed.status !== 0) throw new Error('The programs could not be installed from npm.');
  return join(folder, 'node_modules', '.bin');
}

function lint(node: string): void {
  const rules = join(work, 'spectral.yaml');
  writeFileSync(
    rules,
    "extends: ['spectral:oas']\nrules:\n  # Some operations say all in their summary.\n  operation-description: off\n  # A server belongs to whoever runs it.\n  info-contact: off\n",
  );
  check('Spectral', join(node, 'spectral'), [
    'lint',
    document,
    '--ruleset',
    rules,
    '--quiet',
    '--fail-severity',
    'warn',
  ]);
}

function generateTypeScript(node: string): void {
  const types = join(work, 'types');
  mkdirSync(types);
  const client = join(work, 'client');
  const generated =
    check('openapi-typescript', join(node, 'openapi-typescript'), [document, '-o', join(types, 'api.d.ts')]) &&
    check('hey-api', join(node, 'openapi-ts'), ['-i', document, '-o', client, '--silent']);
  if (!generated) return;
  const use =
    "import type { paths } from './types/api.js';\nexport type Fields = paths['/services/fields/api/fields']['get'];\nexport * from './client/index.js';\n";
  writeFileSync(join(work, 'use.ts'), use);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'];
  check('both clients compile', join(node, 'tsc'), [
    ...options,
    '--target',
    'es2022',
    '--lib',
    'es2022,dom,dom.iterable',
    'use.ts',
  ]);
}

function generatePython(): void {
  const python = pythonWith('openapi-python-client', [generator]);
  const target = join(work, 'python');
  const args = ['-m', 'openapi_python_client', 'generate', '--path', document, '--output-path', target, '--overwrite'];
  const { status, stdout, stderr } = spawnSync(python, args, {
    encoding: 'utf8',
    env: { ...process.env, COLUMNS: '400' },
  });
  const said = `${stdout}${stderr}`;
  const wrong = said
    .split(/(?=^WARNING parsing|^Unable to process)/m)
    .filter((part) => /^(WARNING parsing|Unable to process)/.test(part) && !accepted.some((known) => known.test(part)));
  tell('openapi-python-client', status === 0 && wrong.length === 0, wrong.length > 0 ? wrong.join('\n') : said);
  if (status !== 0) return;
  cpSync(target, join(work, 'compiled'), { recursive: true });
  check('its client compiles', python, ['-m', 'compileall', '-q', join(work, 'compiled')]);
}

function check(name: string, program: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: work, encoding: 'utf8' });
  tell(name, status === 0, `${stdout}${stderr}`);
  return status === 0;
}

function tell(name: string, isGood: boolean, said: string): void {
  console.log(`${isGood ? 'ok     ' : 'FAILED '} ${name}`);
  if (isGood) return;
  console.log(said.slice(0, 8_000));
  failed += 1;
}
