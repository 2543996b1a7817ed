import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { countSeconds } from './say.mjs';

const ENDING_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Length of the end of the output that is kept for messages; the log has all of it. */
const KEPT_CHARACTERS = 50_000;

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {string} output its last part, or why there is none
 * @property {number} seconds
 */

/**
 * Runs a program and shows how long it takes; its output goes to the log. Never rejects.
 *
 * The program leads its own process group, so that an interruption ends its compilers and downloads with it.
 *
 * @param {object} options
 * @param {string} options.doing the progress message
 * @param {string[]} options.command program and arguments
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.log the file that the output is appended to
 * @returns {Promise<Outcome>}
 */
export async function runProgram({ doing, command: [program, ...parameters], cwd, env, log }) {
  const stopCounting = countSeconds(doing);
  const file = createWriteStream(log, { flags: 'a' });
  file.write(`\n$ cd ${cwd}\n$ ${[program, ...parameters].join(' ')}\n`);
  const ownGroup = process.platform !== 'win32';
  const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: ownGroup });

  let output = '';
  const keep = (/** @type {Buffer} */ chunk) => {
    file.write(chunk);
    output = (output + chunk).slice(-KEPT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  const end = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (child.pid) process.kill(ownGroup ? -child.pid : child.pid, signal);
    } catch {
      // it has ended by itself
    }
  };
  const interrupt = (/** @type {NodeJS.Signals} */ signal) => {
    end(signal);
    stopCounting();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, interrupt);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', resolve);
  });
  for (const signal of ENDING_SIGNALS) process.off(signal, interrupt);
  const seconds = stopCounting();
  await finished(file.end()).catch(() => undefined);
  return { ok: code === 0, output: typeof code === 'string' ? code : output.trim(), seconds };
}
