import type { FileReport, TestReport } from './report.ts';

/** A run of tests that has ended. */
export interface TestRun {
  name: string;
  exitCode: number;
  /** Absent when the run was ended before it could write one. */
  report?: TestReport;
  /** Why the run's processes could not be stopped as they should; empty where they could. */
  closingProblems: string;
}

export interface Rerun {
  isPassed: boolean;
  /** Numbers of the file's tests. */
  passed: number;
  failed: number;
  output: string;
}

export interface RerunFile extends Rerun {
  path: string;
  /** What failed the first time. */
  problems: string[];
}

export interface Verdict {
  /** Numbers of tests; those of a file that was run once more as they ended then. */
  passed: number;
  failed: number;
  rerun: RerunFile[];
  /** Whether each run is passed, or is explained by files that passed alone. */
  runs: { name: string; isPassed: boolean }[];
  /** Failed files that were not run once more, since there are too many. */
  notRerun: string[];
}

/** Number of failed files above which none is run once more: so many are no accident. */
export const maxReruns = 20;

const hasFailed = ({ state }: FileReport) => state === 'failed' || state === 'unfinished';

/** Runs the failed files of some runs once more, one after the other, and tells what then is passed. */
export async function judge(runs: readonly TestRun[], rerun: (path: string) => Promise<Rerun>): Promise<Verdict> {
  const all = runs.flatMap(({ report }) => Object.entries(report?.files ?? {}));
  const failed = all.filter(([, file]) => hasFailed(file));
  const isTooMany = failed.length > maxReruns;
  const again: RerunFile[] = [];
  for (const [path, { problems }] of isTooMany ? [] : failed) again.push({ path, problems, ...(await rerun(path)) });

  const isMended = (path: string) => again.some((file) => file.path === path && file.isPassed);
  const counted = [
    ...all.filter(([path]) => !again.some((file) => file.path === path)).map(([, file]) => file),
    ...again,
  ];
  const sum = (of: 'passed' | 'failed') => counted.reduce((total, file) => total + file[of], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    rerun: again,
    runs: runs.map((run) => ({ name: run.name, isPassed: isPassed(run, isMended) })),
    notRerun: isTooMany ? failed.map(([path]) => path) : [],
  };
}

/** A run that failed is passed after all if files that passed alone are the whole reason. */
function isPassed({ exitCode, report, closingProblems }: TestRun, isMended: (path: string) => boolean): boolean {
  if (!report || report.problems.length > 0 || closingProblems) return false;
  const failed = Object.entries(report.files).filter(([, file]) => hasFailed(file));
  return failed.length === 0 ? exitCode === 0 : failed.every(([path]) => isMended(path));
}
