import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { childEnvironment } from '../../layers/child-environment.mjs';
import { FirstRunProblem } from './first-run-problem.mjs';
import { runProgram } from './run-program.mjs';
import { say } from './say.mjs';
import { stampAt } from './stamp.mjs';

/**
 * The packages of package-lock.json, by `npm ci`.
 *
 * The packages are compared with the lock file's content, not its time, so that a checkout that touches files or a manual
 * `npm install` causes no new installation. The platform is compared too, since folders are shared with containers.
 *
 * @type {import('./steps.mjs').Step}
 */
export const packages = {
  isDone: ({ root }) => {
    const written = stamp(root).read();
    return written?.lock === lockHash(root) && written?.platform === platform();
  },

  async run({ root, env, log }) {
    const platformChanged = (stamp(root).read()?.platform ?? platform()) !== platform();
    if (platformChanged || !isInstalled(root)) {
      stamp(root).remove();
      const outcome = await runProgram({
        doing: 'installing the packages (npm ci, about half a minute)',
        command: [...npm(env), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=warn'],
        cwd: root,
        env: childEnvironment(env, { npm_config_update_notifier: 'false' }),
        log,
      });
      if (!outcome.ok) {
        throw new FirstRunProblem(`${errorLines(outcome.output)}\n\nnpm ci failed. Its whole output is in ${log}`);
      }
      say(`packages installed in ${outcome.seconds} s`);
    }
    stamp(root).write({ lock: lockHash(root), platform: platform() });
  },
};

const platform = () => `${process.platform}-${process.arch}`;

/** @param {string} root */
const stamp = (root) => stampAt(join(root, 'node_modules', '.furrow-installed'));

/** @param {string} root */
const lockHash = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * Whether node_modules holds what the lock file names. npm writes its own list last, so an interrupted installation
 * has none.
 *
 * @param {string} root
 */
function isInstalled(root) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(list, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || present[path]?.version === version || (optional && present[path] === undefined),
  );
}

/**
 * The error lines of npm's output, without the usage text that follows them.
 *
 * @param {string} output
 */
function errorLines(output) {
  const errors = output.split('\n').filter((line) => /^npm (error|ERR!) \S/.test(line));
  return errors.slice(0, 10).join('\n') || output.slice(-500);
}

/**
 * The npm that runs us, else the one beside this Node, else the one on the PATH.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function npm(env) {
  const running = env.npm_execpath;
  const bin = dirname(process.execPath);
  const beside = [
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script =
    running && basename(running) === 'npm-cli.js' ? running : beside.find((candidate) => existsSync(candidate));
  return script ? [process.execPath, script] : ['npm'];
}
