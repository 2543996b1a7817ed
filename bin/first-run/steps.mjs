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

export const PROJECT = resolve(fileURLToPath(import.meta.url), '../../..');

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
 * @property {(machine: Machine) => boolean} [canFollow] whether a server that runs already can see to it, since nobody has to be asked; asked after the steps before it
 */

/**
 * What a first run has come to.
 *
 * @typedef {object} Ended
 * @property {number} exitCode
 * @property {boolean} isComplete false if steps are left to the running server
 */

/**
 * Runs the steps that are not done yet, one process at a time in this folder.
 *
 * @param {object} options
 * @param {string[]} options.arguments
 * @param {NodeJS.ProcessEnv} options.env
 * @param {boolean} [options.leavesRest] leaves the steps undone that can follow beside the running server
 * @param {string} [options.root]
 * @returns {Promise<Ended>}
 */
export async function firstRun({ arguments: flags, env, leavesRest = false, root = PROJECT }) {
  const steps = flags.includes('--test-tools') ? [packages, gdal, testTools] : [packages, gdal];
  const own = join(root, 'dist', 'first-run');
  const machine = { root, env, isRoot: process.getuid?.() === 0, log: join(own, 'output.log') };
  const isLeft = (/** @type {Step} */ step) => leavesRest && step.canFollow?.(machine) === true;
  const undone = steps.filter((step) => !step.isDone(machine));
  // Without the lock, which the server of an earlier start may hold while it does the rest.
  if (undone.every(isLeft)) return { exitCode: 0, isComplete: undone.length === 0 };
  let isComplete = true;
  try {
    mkdirSync(own, { recursive: true });
    const equipped = { ...machine, env: withHome(env, join(own, 'home')) };
    await oneAtATime(join(own, 'lock'), async () => {
      for (const step of steps) {
        if (step.isDone(equipped)) continue;
        if (isLeft(step)) isComplete = false;
        else await step.run(equipped);
      }
    });
    return { exitCode: 0, isComplete };
  } catch (error) {
    if (!(error instanceof FirstRunProblem)) throw error;
    say(error.message);
    return { exitCode: 1, isComplete: false };
  }
}
