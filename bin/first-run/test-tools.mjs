import { join } from 'node:path';
import { isOnPath } from '../../layers/is-on-path.mjs';
import { installWithApt } from './apt.mjs';
import { mayInstall } from './consent.mjs';
import { say } from './say.mjs';
import { stampAt } from './stamp.mjs';

/** Programs that only tests and benchmarks run: a real browser, and GDAL's own command line to compare with. */
const TOOLS = [
  { package: 'chromium', programs: ['chromium', 'chromium-browser', 'google-chrome'], without: 'the browser tests' },
  { package: 'gdal-bin', programs: ['ogr2ogr'], without: 'the comparison with ogr2ogr' },
];

/**
 * Installs the programs that only tests need, by apt. Where that is impossible, a message names the tests that are skipped.
 *
 * @type {import('./steps.mjs').Step}
 */
export const testTools = {
  isDone: ({ env }) => missing(env).length === 0,

  async run(machine) {
    const { root, env, log } = machine;
    const wanted = missing(env).map((tool) => tool.package);
    let why = 'apt installs them for root on Debian or Ubuntu who agrees, at the terminal or with FURROW_YES=1';
    const triedAndFailed = stamp(root).read()?.failed?.join() === wanted.join();
    if (!triedAndFailed && (await mayInstall(machine, wanted, 'a few tests need'))) {
      const install = await installWithApt(machine, wanted, 'what only tests need');
      why = `apt could not install them, see ${log}`;
      if (install.ok) say(`${wanted.join(' and ')} installed in ${install.seconds} s`);
    }
    const left = missing(env);
    if (left.length === 0) return stamp(root).remove();
    stamp(root).write({ failed: left.map((tool) => tool.package) });
    say(
      `skipping ${left.map((tool) => tool.without).join(' and ')}: no ${left.map((tool) => tool.package).join(', no ')} (${why})`,
    );
  },
};

/** @param {NodeJS.ProcessEnv} env */
const missing = (env) => TOOLS.filter((tool) => !tool.programs.some((program) => isOnPath(program, env)));

/** @param {string} root */
const stamp = (root) => stampAt(join(root, 'node_modules', '.furrow-test-tools'));
