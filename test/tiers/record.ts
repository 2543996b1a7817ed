import { recordedDurations, updated, writeDurations } from './durations.ts';
import { readReport } from './report.ts';
import { testFiles } from './test-files.ts';
import { tierOf } from './tiers.ts';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error(
    'Which reports? `FURROW_TEST_REPORTS=dist/tests npm run test:all` writes dist/tests/report.json; `npm run test:record -- dist/tests/report.json` records it. .ci/run leaves its own in dist/ci.',
  );
  process.exit(1);
}

const exist = testFiles();
const durations = updated(recordedDurations(), paths.map(readReport), exist);
writeDurations(durations);

for (const tier of ['quick', 'rest', 'nightly'] as const) {
  const recorded = exist.filter((path) => tierOf(path) === tier).map((path) => durations[path] ?? { seconds: 0 });
  const sum = (of: 'seconds' | 'processorSeconds') =>
    Math.round(recorded.reduce((total, each) => total + (each[of] ?? 0), 0));
  console.log(
    `${tier}: ${recorded.length} files, ${sum('seconds')} s one after the other, ${sum('processorSeconds')} s of processor time`,
  );
}
