import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileReport, TestReport } from './report.ts';

/** Seconds that test files took when they were last recorded, by path. */
export type Durations = Record<string, Pick<FileReport, 'seconds' | 'processorSeconds'>>;

const file = fileURLToPath(new URL('durations.json', import.meta.url));

export function recordedDurations(): Durations {
  return JSON.parse(readFileSync(file, 'utf8')) as Durations;
}

/** One line for each file, so that a change of some is read easily. */
export function writeDurations(durations: Durations): void {
  const lines = Object.keys(durations)
    .sort()
    .map((path) => `  ${JSON.stringify(path)}: ${JSON.stringify(durations[path])}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

/**
 * The record with what new reports say of its files. Files that did not run in full keep what they had, and those that are no more are left out.
 *
 * @param exist the test files that there are.
 */
export function updated(known: Durations, reports: readonly TestReport[], exist: readonly string[]): Durations {
  const ended = reports
    .flatMap(({ files }) => Object.entries(files))
    .filter(([, { state }]) => state === 'passed')
    .map(([path, { seconds, processorSeconds }]): [string, Durations[string]] => [
      path,
      {
        seconds: rounded(seconds),
        ...(processorSeconds !== undefined && { processorSeconds: rounded(processorSeconds) }),
      },
    ]);
  const all = { ...known, ...Object.fromEntries(ended) };
  return Object.fromEntries(Object.entries(all).filter(([path]) => exist.includes(path)));
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10;
