import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedCloud, startEmbeddedCloud } from './embedded-cloud.ts';
import { closingProblemsFile } from './tiers/report.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL that answers `GET <URL>/<process id>` with the embedded cloud of that test process; see `test/api/cloud.ts`. */
    embeddedClouds: string;
  }
}

const keepAliveMilliseconds = 30_000;

/**
 * Vitest's global set-up: an embedded cloud for each test process, since tests move its clock and wait until it is idle.
 * A cloud starts at the first request of a process, so a run without tests over HTTP starts none.
 */
export default async function embeddedClouds(project: TestProject): Promise<() => Promise<void>> {
  const clouds: { process: number; cloud: Promise<EmbeddedCloud> }[] = [];

  /** The cloud of a process. The first start builds the app that the others use. */
  function cloudOf(process: number): Promise<EmbeddedCloud> {
    const known = clouds.find((entry) => entry.process === process || hasEnded(entry.process));
    if (known) {
      known.process = process;
      return known.cloud;
    }
    const first = Promise.allSettled(clouds.slice(0, 1).map(({ cloud }) => cloud));
    const cloud = first.then(startEmbeddedCloud);
    clouds.push({ process, cloud });
    return cloud;
  }

  const server = createServer(async (request, response) => {
    // A blank before the JSON keeps the request alive: `fetch` gives up after five minutes without a byte, and a start takes longer on a busy machine.
    const waiting = setInterval(() => response.write(' '), keepAliveMilliseconds);
    const { description } = await cloudOf(Number(request.url?.slice(1))).finally(() => clearInterval(waiting));
    response.end(JSON.stringify(description));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('embeddedClouds', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.close();
    const closed = await Promise.allSettled(clouds.map(async ({ cloud }) => (await cloud).close()));
    const reasons = closed.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    if (reasons.length === 0) return;
    // The report of the run is complete by now, and Vitest tells nobody but the reader why it ends with 1.
    const reports = process.env.FURROW_TEST_REPORTS;
    if (reports) writeFileSync(join(reports, closingProblemsFile), `${reasons.join('\n')}\n`);
    throw new Error(reasons.join('\n'));
  };
}

function hasEnded(id: number): boolean {
  try {
    process.kill(id, 0);
    return false;
  } catch {
    return true;
  }
}
