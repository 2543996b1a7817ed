import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, installWithApt } from './apt.mjs';
import { canCompile, compileBinding, DEBIAN_PACKAGES } from './gdal-compile.mjs';
import { downloadBinding } from './gdal-download.mjs';
import { withoutGdal } from './gdal-missing.mjs';
import { bindingFile, probeGdal } from './gdal-probe.mjs';
import { say } from './say.mjs';
import { stampAt } from './stamp.mjs';

/** How long a failed installation of GDAL is not repeated, unless something about the machine changes. */
const TRY_AGAIN_MS = 24 * 60 * 60 * 1000;

/**
 * GDAL, which reads and reprojects shapefiles and rasters: already there, else the prebuilt binding, else one compiled
 * against the system's GDAL. Without it Furrow starts and works, except for the files that need it; so this step never
 * ends the first run.
 *
 * @type {import('./steps.mjs').Step}
 */
export const gdal = {
  isDone({ root, env }) {
    if (isSkipped(env)) return false;
    const facts = stamp(root).read();
    if (!facts?.works || facts.binding !== bindingKey(root)) return false;
    // The packages may have been carried to a machine without the system's GDAL (a cache, an image).
    return facts.library === null || existsSync(facts.library);
  },

  async run(machine) {
    if (isSkipped(machine.env)) return say('FURROW_SKIP_GDAL=1: GDAL is not checked');
    const last = stamp(machine.root).read();
    const tried = last?.situation === situation(machine) && Date.now() - last.at < TRY_AGAIN_MS;
    if (tried) return say(withoutGdal(machine, last.reason));

    const { works, library, reason } = await makeSureOfGdal(machine);
    if (works) return stamp(machine.root).write({ works, library, binding: bindingKey(machine.root) });
    stamp(machine.root).write({ situation: situation(machine), reason, at: Date.now() });
    say(withoutGdal(machine, reason));
  },
};

/**
 * @param {import('./steps.mjs').Machine} machine
 * @returns {Promise<import('./gdal-probe.mjs').Probe>}
 */
async function makeSureOfGdal(machine) {
  const present = await probeGdal(machine);
  if (present.works) return present;

  const download = await downloadBinding(machine);
  const downloaded = await probeGdal(machine);
  if (downloaded.works) {
    say(`GDAL ${downloaded.version} downloaded in ${download.seconds} s`);
    return downloaded;
  }
  let reason = download.ok ? downloaded.reason : download.output;
  if (reason && (canCompile(machine) || canInstall(machine))) say(reason.trim().split('\n').at(-1) ?? '');

  if (!canCompile(machine) && canInstall(machine)) {
    say('no prebuilt GDAL is available: compiling a binding to the GDAL of this system instead, about three minutes');
    const install = await installWithApt(machine, DEBIAN_PACKAGES, 'GDAL and a compiler');
    if (!install.ok) reason = install.output;
    const installed = await probeGdal(machine);
    if (installed.works) return installed;
  }
  if (canCompile(machine)) {
    const build = await compileBinding(machine);
    const built = await probeGdal(machine);
    if (built.works) {
      say(`GDAL ${built.version} ready, compiled in ${build.seconds} s`);
      return built;
    }
    reason = build.ok ? built.reason : build.output;
  }
  return { works: false, reason };
}

/** @param {NodeJS.ProcessEnv} env */
const isSkipped = (env) => env.FURROW_SKIP_GDAL === '1';

/** @param {string} root */
const stamp = (root) => stampAt(join(root, 'node_modules', '.furrow-gdal'));

/**
 * Identifies a binding: its version and the binary interface of this Node.
 *
 * @param {string} root
 */
function bindingKey(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'gdal-async', 'package.json'), 'utf8'));
  return `gdal-async ${version}, ${process.platform}-${process.arch}, ABI ${process.versions.modules}`;
}

/**
 * Everything that decides whether another attempt could end otherwise.
 *
 * @param {import('./steps.mjs').Machine} machine
 */
function situation(machine) {
  const binding = existsSync(bindingFile(machine.root)) ? 'does not load' : 'is missing';
  return `${bindingKey(machine.root)}, ${binding}, apt ${canInstall(machine)}, compiler ${canCompile(machine)}`;
}
