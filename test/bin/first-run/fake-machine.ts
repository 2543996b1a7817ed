import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../bin', import.meta.url));
const FAKE_PACKAGES = fileURLToPath(new URL('./fake-packages', import.meta.url));

export interface RunOptions {
  flags?: string[];
  env?: Record<string, string>;
  /** Whether the process runs as root; by default it does not. */
  root?: boolean;
  /** What Node says of itself; the binary interface stays that of the running one. */
  nodeVersion?: string;
  /** What Node calls the operating system, `linux` by default. */
  platform?: 'linux' | 'darwin';
}

export interface Run {
  code: number | null;
  said: string;
  milliseconds: number;
}

/** A project and a machine of their own: the real step, with an npm, an apt and a GDAL that only record their calls. */
export interface FakeMachine {
  project: string;
  run(options?: RunOptions): Promise<Run>;
  /** `npm start` with a server that only prints its arguments. */
  start(options?: RunOptions): Promise<Run>;
  /** The environment of a process on this machine. */
  environment(options?: RunOptions): Record<string, string>;
  /** Lets compilers end that were slow until now. */
  endCompilers(): void;
  /** The programs that ran since the last call, one line each: name and arguments. */
  calls(): string[];
  /** The environment of the last call of a program. */
  environmentOf(program: string): Record<string, string>;
  /** The process id of the last call of a program; undefined if there was none. */
  pidOf(program: string): number | undefined;
  /** Adds programs to the PATH that do nothing. */
  provide(...programs: string[]): void;
  /** Adds this machine's own programs to the PATH. */
  provideReal(...programs: string[]): void;
  /** Adds apt-get to the PATH. */
  provideApt(): void;
  /** Adds pip3 to the PATH, which gives this file whatever it is asked for. */
  providePip(file: string): void;
  writeLock(packages: Record<string, { version: string; optional?: boolean }>): void;
  close(): void;
}

/** A machine with an empty PATH and nothing installed; the project's path has a space in it. */
export function fakeMachine(): FakeMachine {
  const base = mkdtempSync(join(tmpdir(), 'furrow first run '));
  const project = join(base, 'project');
  const path = join(base, 'path');
  const home = join(base, 'home');
  const record = join(base, 'calls.jsonl');
  for (const folder of [project, path, home]) mkdirSync(folder);
  for (const program of ['first-run.mjs', 'start.mjs']) cpSync(join(BIN, program), join(project, 'bin', program));
  writeFileSync(join(project, 'bin', 'furrow.mjs'), "console.log('furrow ' + process.argv.slice(2).join(' '));");
  cpSync(join(BIN, 'first-run'), join(project, 'bin', 'first-run'), { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', type: 'module' }));

  cpSync(join(BIN, '..', 'layers'), join(project, 'layers'), {
    recursive: true,
    filter: (path) => !path.endsWith('build'),
  });
  cpSync(join(BIN, '..', 'gdal.lock.json'), join(project, 'gdal.lock.json'));

  const provide = (...programs: string[]) => {
    for (const program of programs) writeFileSync(join(path, program), `#!${process.execPath}\n`, { mode: 0o755 });
  };
  const provideFake = (program: string, file: string, first = '') => {
    const script = `#!${process.execPath}\n${first}require(${JSON.stringify(join(FAKE_PACKAGES, file))});\n`;
    writeFileSync(join(path, program), script, { mode: 0o755 });
  };
  const writeLock: FakeMachine['writeLock'] = (packages) => {
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  };
  writeLock({ 'node_modules/gdal-async': { version: '3.12.3' } });

  const entries = () =>
    existsSync(record)
      ? readFileSync(record, 'utf8')
          .trim()
          .split('\n')
          .map(
            (line) =>
              JSON.parse(line) as { program: string; arguments: string[]; pid: number; env: Record<string, string> },
          )
      : [];
  let seen = 0;

  const environment = ({ env = {}, root = false, nodeVersion = 'v24.21.0', platform = 'linux' }: RunOptions = {}) => {
    const beliefs = join(base, 'beliefs.cjs');
    writeFileSync(
      beliefs,
      `process.getuid = () => ${root ? 0 : 1000};
       Object.defineProperty(process, 'version', { value: '${nodeVersion}' });
       Object.defineProperty(process, 'platform', { value: '${platform}' });`,
    );
    return {
      NODE_OPTIONS: `--require ${JSON.stringify(beliefs)}`,
      HOME: home,
      PATH: path,
      npm_execpath: resolve(FAKE_PACKAGES, 'npm-cli.js'),
      FAKE_RECORD: record,
      FAKE_PATH: path,
      ...env,
    };
  };

  return {
    project,
    provide,
    provideReal(...programs) {
      for (const program of programs)
        symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(path, program));
    },
    provideApt: () => provideFake('apt-get', 'apt-get.cjs'),
    providePip: (file) => provideFake('pip3', 'pip.cjs', `process.env.FAKE_WHEEL = ${JSON.stringify(file)};\n`),
    writeLock,
    calls() {
      const fresh = entries().slice(seen);
      seen += fresh.length;
      return fresh.map((entry) => [entry.program, ...entry.arguments].join(' '));
    },
    pidOf: (program) => entries().findLast((entry) => entry.program === program)?.pid,
    environmentOf: (program) => entries().findLast((entry) => entry.program === program)?.env ?? {},
    run: (options = {}) =>
      runNode([join(project, 'bin', 'first-run.mjs'), ...(options.flags ?? [])], environment(options)),
    start: (options = {}) => runNode([join(project, 'bin', 'start.mjs')], environment(options)),
    environment,
    endCompilers: () => writeFileSync(join(path, 'compilers-end'), ''),
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

function runNode(parameters: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((done) => {
    const started = Date.now();
    let said = '';
    const child = spawn(process.execPath, parameters, { env, cwd: tmpdir() });
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('close', (code) => done({ code, said, milliseconds: Date.now() - started }));
  });
}
