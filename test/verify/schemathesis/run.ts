import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installedSchemathesis } from './install.ts';
import { startedServer } from './server.ts';

/**
 * Sends generated requests, valid and not, to every endpoint of the served OpenAPI document, and looks whether the answers
 * are as the document says. Ends with 1 for a failure that `exceptions.json` does not name.
 */
const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
  },
});

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
];

interface Report {
  exit_code: number;
  operations: { total: number; tested: number; errored: number };
  test_cases: { generated: number; with_failures: number; unique_failures: number; errored: number };
  failures: unknown[];
}

/** A failure whose text in the report has all of these parts may be, and why. */
interface Exception {
  parts: string[];
  reason: string;
}

const exceptions: Exception[] = JSON.parse(readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8'));
const program = installedSchemathesis();
const server = await startedServer();
const folder = mkdtempSync(join(tmpdir(), 'furrow-schemathesis-report-'));
try {
  const path = join(folder, 'report.json');
  const options = ['--url', server.baseUrl, '--header', `Authorization: Bearer ${server.token}`];
  const amount = ['--max-examples', values.examples, '--seed', values.seed];
  const time = values.seconds === undefined ? [] : ['--max-time', values.seconds];
  // An account has 1,000 requests a minute.
  const style = ['--phases', 'fuzzing', '--rate-limit', '900/m', '--no-shrink', '--continue-on-failure'];
  const report = ['--report', 'json', '--report-json-path', path, '--checks', checks.join(',')];
  const location = `${server.baseUrl}/openapi.json`;
  const ran = spawnSync(program, ['run', location, ...options, ...amount, ...time, ...style, ...report], {
    cwd: folder,
    stdio: 'inherit',
  });
  process.exitCode = verdict(ran.status, JSON.parse(readFileSync(path, 'utf8')) as Report);
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

function verdict(status: number | null, { operations, test_cases: cases, failures }: Report): number {
  const texts = failures.map((failure) => JSON.stringify(failure));
  const reasonOf = (text: string) => exceptions.find(({ parts }) => parts.every((part) => text.includes(part)))?.reason;
  const real = texts.filter((text) => reasonOf(text) === undefined);
  for (const text of real) console.error(text.slice(0, 2_000));
  console.log(
    `${operations.tested} of ${operations.total} endpoints, ${cases.generated} requests, ${cases.with_failures} with failures;`,
    `${texts.length} kinds of failures, ${texts.length - real.length} of them with a reason.`,
  );
  const isSound = operations.errored === 0 && cases.errored === 0;
  // 0: nothing found, 1: failures. Everything else is a run that did not take place.
  return real.length === 0 && isSound && (status === 0 || (status === 1 && texts.length > 0)) ? 0 : 1;
}
