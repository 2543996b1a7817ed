import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FirstRunProblem } from './first-run-problem.mjs';
import { gdal } from './gdal.mjs';
import { withHome } from './home.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { packages } from './packages.mjs';
import { say } from './say.mjs';
import { testTools } from './test-tools.mjs';

const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');

/**
 * Facts about the machine that every step receives.
 *
 * @typedef {object} Machine
 * @property {string} root the project's folder
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} isRoot whether packages of the operating system may be installed
 * @property {string} log where the output of the programs that a step runs is kept
 */

/**
 * A requirement and how to meet it.
 *
 * @typedef {object} Step
 * @property {(machine: Machine) => boolean} isDone returns within milliseconds, from the notes of an earlier run
 * @property {(machine: Machine) => Promise<void>} run also repairs the remains of an interrupted run; throws FirstRunProblem
 */

/**
 * Runs the steps that are not done yet, one process at a time in this folder.
 *
 * @param {{ arguments: string[], env: NodeJS.ProcessEnv, root?: string }} options
 * @returns {Promise<number>} the exit code
 */
export async function firstRun({ arguments: flags, env, root = PROJECT }) {
  const steps = flags.includes('--test-tools') ? [packages, gdal, testTools] : [packages, gdal];
  const own = join(root, 'dist', 'first-run');
  const machine = { root, env, isRoot: process.getuid?.() === 0, log: join(own, 'output.log') };
  if (steps.every((step) => step.isDone(machine))) return 0;
  try {
    mkdirSync(own, { recursive: true });
    const equipped = { ...machine, env: withHome(env, join(own, 'home')) };
    await oneAtATime(join(own, 'lock'), async () => {
      for (const step of steps) if (!step.isDone(equipped)) await step.run(equipped);
    });
    return 0;
  } catch (error) {
    if (!(error instanceof FirstRunProblem)) throw error;
    say(error.message);
    return 1;
  }
}
