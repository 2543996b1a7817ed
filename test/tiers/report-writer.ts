import { mkdirSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type FileReport, reportFile, type TestReport } from './report.ts';

/** Writes the report of a run into a folder: how each file ended, and how long it took. */
export class ReportWriter implements Reporter {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const files = Object.fromEntries(modules.map((module) => [module.relativeModuleId, fileReport(module)]));
    const report: TestReport = { files, problems: [] };
    for (const error of unhandled) {
      // An error outside of a test, or the end of the process, fails the file that ran meanwhile.
      const file = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH)?.relativeModuleId;
      const known = file === undefined ? undefined : report.files[file];
      if (known) Object.assign(known, { state: 'failed', problems: [...known.problems, textOf(error)] });
      else report.problems.push(textOf(error));
    }
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(reportFile(this.#folder), `${JSON.stringify(report, null, 1)}\n`);
  }
}

function fileReport(module: TestModule): FileReport {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  const { processorSeconds } = module.meta();
  const state = module.state();
  const suites = [...module.children.allSuites()].flatMap((suite) => problemsOf(suite.fullName, suite.errors()));
  const tests = [...module.children.allTests()];
  return {
    state: state === 'queued' || state === 'pending' ? 'unfinished' : state,
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: tests.filter((test) => test.result().state === 'failed').length,
    seconds: (setupDuration + collectDuration + duration) / 1000,
    ...(processorSeconds !== undefined && { processorSeconds }),
    problems: [
      ...problemsOf('', module.errors()),
      ...suites,
      ...tests.flatMap((test) => problemsOf(test.fullName, test.result().errors ?? [])),
    ],
  };
}

function problemsOf(name: string, errors: readonly SerializedError[]): string[] {
  return errors.map((error) => (name ? `${name}\n${textOf(error)}` : textOf(error)));
}

function textOf(error: SerializedError): string {
  const lines = [error.stack ?? `${error.name}: ${error.message}`, error.diff, error.cause && textOf(error.cause)];
  return lines.filter(Boolean).join('\n');
}
