import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installedSchemathesis } from './install.ts';
import { startedServer } from './server.ts';

/**
 * Sends generated requests, valid and invalid, to every endpoint of the served OpenAPI document, most of them about existing resources,
 * and checks the responses against the document. Ends with 1 for a failure that `exceptions.json` does not name.
 */
const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    /** Part of an endpoint's path, to test only matching endpoints. */
    only: { type: 'string' },
  },
});

const checks = [
  // Checks of hooks.py.
  'no_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
];
/** Raised rate limit: the usual 1,000 requests a minute would make this take hours. */
const requestsPerMinute = '1000000';
const tokenSeconds = 24 * 60 * 60;

interface Report {
  exit_code: number;
  operations: { total: number; tested: number; errored: number };
  test_cases: { generated: number; with_failures: number; unique_failures: number; errored: number };
  failures: unknown[];
}

/** An accepted failure, whose text in the report has all of these parts, with its reason. */
interface Exception {
  parts: string[];
  reason: string;
}

const exceptions: Exception[] = JSON.parse(readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8'));
const program = installedSchemathesis();
const server = await startedServer();
const folder = mkdtempSync(join(tmpdir(), 'furrow-schemathesis-report-'));
try {
  const [report, known, counts] = ['report.json', 'known.json', 'counts.json'].map((name) => join(folder, name));
  const token = await prepare(known ?? '');
  const options = ['--url', server.baseUrl, '--header', `Authorization: Bearer ${token}`, '--checks', checks.join(',')];
  const amount = ['--max-examples', values.examples, '--seed', values.seed];
  const limits = [
    ...(values.seconds === undefined ? [] : ['--max-time', values.seconds]),
    ...(values.only === undefined ? [] : ['--include-path-regex', values.only]),
  ];
  const style = ['--phases', 'fuzzing', '--no-shrink', '--continue-on-failure', '--workers', '2'];
  // On a busy machine a query takes longer than the default ten seconds, and a shape is slow to generate.
  const patience = ['--request-timeout', '60', '--suppress-health-check', 'too_slow,filter_too_much,data_too_large'];
  const written = ['--report', 'json', '--report-json-path', report ?? ''];
  const location = `${server.baseUrl}/openapi.json`;
  const status = await ran(['run', location, ...options, ...amount, ...limits, ...style, ...patience, ...written], {
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: '1',
    FURROW_KNOWN: known,
    FURROW_COUNTS: counts,
    FURROW_SEED: values.seed,
  });
  printCounts(JSON.parse(readFileSync(counts ?? '', 'utf8')));
  process.exitCode = verdict(status, JSON.parse(readFileSync(report ?? '', 'utf8')) as Report);
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Creates the resources of the requests, and returns the token to send. */
async function prepare(path: string): Promise<string> {
  // These modules look for the server when they are loaded.
  const { control } = await import('../../api/cloud.ts');
  const { makeKnown } = await import('./known.ts');
  const { triangle } = await import('../../api/zones/zone.ts');
  const { areas } = await import('../../../functions/areas.ts');
  for (const { name } of areas) {
    await control('POST', `/functions/furrow-dev-${name}/variables`, { REQUESTS_PER_MINUTE: requestsPerMinute });
  }
  // Half of the requests are invalid, and one in five names nothing.
  const { owner, ...known } = await makeKnown(Math.ceil(Number(values.examples) * 0.6));
  const { username, password, clientId } = server.demo;
  const bodies = {
    '/api/authenticate': { username, password },
    '/auth/realms/{realm}/protocol/openid-connect/token': {
      grant_type: 'password',
      client_id: clientId,
      username,
      password,
    },
    '/services/operations/api/operations/cropOperationByField': { id: known.change.operationId },
  };
  writeFileSync(path, JSON.stringify({ ...known, bodies, geometry: triangle }));
  return owner.token('id', tokenSeconds);
}

function ran(args: string[], variables: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(program, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...variables } });
  return new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
}

/** Prints the numbers of responses by hundred, and of endpoints that never succeeded. */
function printCounts(counts: Record<string, number>): void {
  const classes = new Map<string, number>();
  const endpoints = new Map<string, boolean>();
  for (const [key, count] of Object.entries(counts)) {
    const [method, path, status = ''] = key.split(' ');
    classes.set(`${status[0]}xx`, (classes.get(`${status[0]}xx`) ?? 0) + count);
    classes.set(status, (classes.get(status) ?? 0) + count);
    const endpoint = `${method} ${path}`;
    endpoints.set(endpoint, endpoints.get(endpoint) || status < '400');
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = [...classes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} ${count}`);
  console.log(`${total} requests: ${shown.join(', ')}`);
  const never = [...endpoints].filter(([, didIt]) => !didIt).map(([endpoint]) => endpoint);
  console.log(`Refused every request: ${never.join(', ') || 'no endpoint'}`);
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
