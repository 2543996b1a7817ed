import { prepareAssembly } from '../assembly/prepare-assembly.ts';
import { movableClock } from '../clock.ts';
import { namesIn } from '../cloud-description.ts';
import { accountId, credentials, region } from '../credentials.ts';
import { closeEngines, serviceEndpoints, startEngines } from '../engines.ts';
import { ensureResources } from '../resources.ts';
import { readAssembly } from '../template/assembly.ts';
import { plan } from '../template/plan.ts';
import type { Endpoints } from './endpoints-file.ts';
import { openStateDirectory } from './state-directory.ts';

export type CloudAtRest = Omit<Endpoints, 'pid' | 'baseUrl' | 'unserved' | 'control'>;

/**
 * Runs work on tables, buckets and queues of a state directory while nothing else does: no gateway, no functions, no schedules.
 * Messages and stream records are processed at the next start.
 *
 * @throws StateLockedError when another process uses the directory.
 */
export async function openAtRest<T>(
  { dataDir, projectDir, log }: { dataDir: string; projectDir: string; log(line: string): void },
  work: (cloud: CloudAtRest) => Promise<T>,
): Promise<T> {
  const host = '127.0.0.1';
  const state = await openStateDirectory(dataDir);
  try {
    const { dir: assemblyDir } = await prepareAssembly({ projectDir, log });
    const engines = await startEngines({ dataDir, host, clock: movableClock(), sync: false, log });
    try {
      const services = serviceEndpoints(engines);
      const cloud = plan(await readAssembly(assemblyDir), { sqs: services.sqs, api: `http://${host}` });
      await ensureResources(cloud, engines);
      const names = namesIn(cloud, services.sqs);
      return await work({ host, services, region, accountId, credentials: { ...credentials }, ...names, assemblyDir });
    } finally {
      await closeEngines(engines);
    }
  } finally {
    await state.release();
  }
}
