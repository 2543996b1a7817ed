import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { COMPILERS, missingCompilers } from '../../layers/gdal/compile-binding.mjs';
import { readLock } from '../../layers/gdal/lock.mjs';
import { isOnPath } from '../../layers/is-on-path.mjs';
import { installWithApt } from './apt.mjs';
import { canInstall, mayInstall } from './consent.mjs';
import { downloadBinding } from './gdal-download.mjs';
import { withoutGdal } from './gdal-missing.mjs';
import { bindingFile, probeGdal } from './gdal-probe.mjs';
import { buildWithWheel, compile, pinnedWheel } from './gdal-wheel.mjs';
import { say } from './say.mjs';
import { stampAt } from './stamp.mjs';

/** @typedef {import('./steps.mjs').Machine} Machine */

/** How long a failed installation of GDAL is not repeated, unless something about the machine changes. */
const TRY_AGAIN_MS = 24 * 60 * 60 * 1000;

const NEED = 'uploads of shapefiles and rasters need';

/**
 * GDAL, which reads and reprojects shapefiles and rasters: the pinned one, with a binding compiled to it, on Linux; the release
 * of gdal-async on macOS and Windows; else the one of the system. Without any, Furrow starts and works, except for the files
 * that need it; so this step never ends the first run.
 *
 * @type {import('./steps.mjs').Step}
 */
export const gdal = {
  isDone({ root, env }) {
    if (isSkipped(env)) return false;
    const facts = stamp(root).read();
    if (!facts?.works || facts.wanted !== wanted(root)) return false;
    // The packages may have been carried to a machine without the system's GDAL (a cache, an image).
    return facts.library === null || existsSync(facts.library);
  },

  canFollow(machine) {
    if (isSkipped(machine.env) || !pinnedWheel(machine) || lastFailure(machine)) return false;
    const agreed = machine.env.FURROW_YES === '1' && canInstall(machine);
    return agreed || missingCompilers(machine.env).length === 0;
  },

  async run(machine) {
    const { root, env } = machine;
    if (isSkipped(env)) return say('FURROW_SKIP_GDAL=1: GDAL is not checked');
    const failure = lastFailure(machine);
    if (failure) return say(withoutGdal(machine, failure.reason));

    const { works, library, reason } = await makeSureOfGdal(machine);
    if (works) return stamp(root).write({ works, library, wanted: wanted(root) });
    stamp(root).write({ situation: situation(machine), reason, at: Date.now() });
    say(withoutGdal(machine, reason));
  },
};

/**
 * @param {Machine} machine
 * @returns {Promise<import('./gdal-probe.mjs').Probe>}
 */
async function makeSureOfGdal(machine) {
  const wheel = pinnedWheel(machine);
  const present = await probeGdal(machine);
  if (present.works && (!wheel || basename(present.library ?? '') === wheel.library)) return present;

  let reason = present.reason;
  for (const attempt of wheel ? [withWheel, withSystem] : [withRelease, withSystem]) {
    const outcome = await attempt(machine);
    if (!outcome) continue;
    const probe = await probeGdal(machine);
    if (outcome.ok && probe.works) {
      say(`GDAL ${attempt === withWheel ? readLock(machine.root).gdal : probe.version} ready in ${outcome.seconds} s`);
      return probe;
    }
    reason = outcome.ok ? probe.reason : outcome.output;
    say(reason?.trim().split('\n').at(-1) ?? '');
  }
  const left = await probeGdal(machine);
  return left.works ? left : { works: false, reason };
}

/**
 * An attempt of which undefined is the outcome where it cannot be made.
 *
 * @typedef {(machine: Machine) => Promise<import('./run-program.mjs').Outcome | undefined>} Attempt
 */

/** @type {Attempt} */
async function withWheel(machine) {
  const wheel = pinnedWheel(machine);
  const missing = missingCompilers(machine.env);
  if (!wheel) return undefined;
  if (missing.length > 0) {
    if (!(await mayInstall(machine, missing, NEED))) return undefined;
    const installed = await installWithApt(machine, missing, 'a compiler');
    if (!installed.ok) return installed;
  }
  return buildWithWheel(machine, wheel);
}

/** @type {Attempt} */
const withRelease = (machine) => downloadBinding(machine);

/** @type {Attempt} */
async function withSystem(machine) {
  const needed = isOnPath('gdal-config', machine.env) ? missingCompilers(machine.env) : [...COMPILERS, 'libgdal-dev'];
  if (needed.length > 0) {
    if (!(await mayInstall(machine, needed, `${NEED} the GDAL of this system,`))) return undefined;
    const installed = await installWithApt(machine, needed, 'GDAL and a compiler');
    if (!installed.ok) return installed;
  }
  return compile(machine, 'compiling the binding to the GDAL of this system, about two minutes');
}

/**
 * Whether GDAL works in this folder, and why not, as far as the last run of the step knows.
 *
 * @param {string} root the project's folder
 * @returns {{ works: boolean, reason?: string }}
 */
export function gdalState(root) {
  const { works = false, reason } = stamp(root).read() ?? {};
  return { works, ...(reason && { reason }) };
}

/**
 * The failure of an attempt that would end in the same way now.
 *
 * @param {Machine} machine
 * @returns {{ reason?: string } | undefined}
 */
function lastFailure(machine) {
  const last = stamp(machine.root).read();
  const isRecent = last?.situation === situation(machine) && Date.now() - last.at < TRY_AGAIN_MS;
  return isRecent ? last : undefined;
}

/** @param {NodeJS.ProcessEnv} env */
const isSkipped = (env) => env.FURROW_SKIP_GDAL === '1';

/** @param {string} root */
const stamp = (root) => stampAt(join(root, 'node_modules', '.furrow-gdal'));

/**
 * Identifies what this folder should have: the version of the binding, the interface of this Node, and the pinned GDAL.
 *
 * @param {string} root
 */
function wanted(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'gdal-async', 'package.json'), 'utf8'));
  const platform = `${process.platform}-${process.arch}`;
  return `gdal-async ${version}, ${platform}, ABI ${process.versions.modules}, GDAL ${readLock(root).gdal}`;
}

/**
 * Everything that decides whether another attempt could end otherwise.
 *
 * @param {Machine} machine
 */
function situation(machine) {
  const { root, env } = machine;
  const binding = existsSync(bindingFile(root)) ? 'does not load' : 'is missing';
  const tools = `apt ${canInstall(machine)}, agreed ${env.FURROW_YES}, missing ${missingCompilers(env)}`;
  return `${wanted(root)}, ${binding}, ${tools}, gdal-config ${isOnPath('gdal-config', env)}, index ${env.PIP_INDEX_URL}`;
}
