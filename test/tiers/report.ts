import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How one test file ended. */
export interface FileReport {
  state: 'passed' | 'failed' | 'skipped' | 'unfinished';
  /** Numbers of its tests. */
  passed: number;
  failed: number;
  /** From its import to the end of its last hook, on the wall. */
  seconds: number;
  /** Of its process, the processes that it started and its embedded cloud; absent where there is no /proc. */
  processorSeconds?: number;
  /** What failed, with the names of the tests. */
  problems: string[];
}

/** What one run of tests leaves behind for `.ci/run` and `npm run test:record`. */
export interface TestReport {
  /** By path, from the project's folder. */
  files: Record<string, FileReport>;
  /** Errors that belong to no file. */
  problems: string[];
}

/** A run whose processes could not be stopped as they should writes why into this file beside its report: the report is complete by then. */
export const closingProblemsFile = 'closing-problems.txt';

/** The file of a report in the folder that FURROW_TEST_REPORTS names. */
export const reportFile = (folder: string): string => join(folder, 'report.json');

/** @throws Error when the run has left no report. */
export function readReport(path: string): TestReport {
  return JSON.parse(readFileSync(path, 'utf8')) as TestReport;
}
