import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Benchmark } from './row.ts';
import { projectDir } from './running-furrow.ts';

const run = promisify(execFile);

/** What `conversion.ts` measures, as a row: it needs a process of its own, and says more when it is run alone. */
export const conversionToOgr2ogr: Benchmark = {
  name: 'conversion',
  takes: 'half a minute: reading 100 fields beside ogr2ogr as a whole process',
  async *run() {
    const printed = await run(process.execPath, ['--import', 'tsx', 'bench/conversion.ts'], { cwd: projectDir }).catch(
      // It ends with an exit code when its limit is missed, which the row says as well.
      (failed: { stdout?: string; stderr?: string }) => ({ stdout: failed.stdout ?? '', stderr: failed.stderr ?? '' }),
    );
    const conversion = /^conversion in a running worker\s+(\d+) ms/m.exec(printed.stdout);
    const peer = /^ogr2ogr, whole process\s+(\d+) ms/m.exec(printed.stdout);
    const limit = /\(limit ([\d.]+)\)/.exec(printed.stdout);
    if (!conversion || !peer || !limit) throw new Error(`there is no comparison:\n${printed.stdout}${printed.stderr}`);
    yield {
      name: 'conversion of 100 fields in UTM',
      measured: Number(conversion[1]),
      unit: 'ms',
      comparedWith: { what: 'of ogr2ogr, whole process', value: Number(peer[1]) },
      limit: { atMost: Number(limit[1]) },
    };
  },
};
