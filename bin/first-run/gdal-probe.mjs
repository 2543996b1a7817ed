import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROBE = fileURLToPath(new URL('./gdal-probe-child.cjs', import.meta.url));

/**
 * @typedef {object} Probe
 * @property {boolean} works
 * @property {string} [version] of the headers that the binding was compiled with
 * @property {string | null} [library] the file of the GDAL that the binding is linked to, null when it is part of it
 * @property {string} [reason] why it does not work
 */

/**
 * Loads GDAL in a process of its own (a binding that does not fit may crash) and lets it reproject a point.
 *
 * @param {import('./steps.mjs').Machine} machine
 * @returns {Promise<Probe>}
 */
export function probeGdal({ root, env }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROBE, root], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let answer = '';
    let complaint = '';
    child.stdout.on('data', (chunk) => (answer += chunk));
    child.stderr.on('data', (chunk) => (complaint += chunk));
    child.once('error', (error) => resolve({ works: false, reason: error.message }));
    child.once('close', (code, signal) => {
      if (code === 0) resolve({ works: true, ...JSON.parse(answer.trim().split('\n').at(-1) ?? '{}') });
      else resolve({ works: false, reason: complaint.trim() || `loading it ended with ${signal ?? code}` });
    });
  });
}

/** The binding for this Node on this machine, as its releases are named. */
export const bindingName = () => `node-v${process.versions.modules}-${process.platform}-${process.arch}`;

/**
 * Where node-pre-gyp puts the binding for this Node.
 *
 * @param {string} root
 */
export function bindingFile(root) {
  return join(root, 'node_modules', 'gdal-async', 'lib', 'binding', bindingName(), 'gdal.node');
}
