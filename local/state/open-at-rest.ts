import { prepareAssembly } from '../assembly/prepare-assembly.ts';
import { movableClock } from '../clock.ts';
import { accountId, credentials, region } from '../credentials.ts';
import { closeEngines, serviceEndpoints, startEngines } from '../engines.ts';
import { ensureResources } from '../resources.ts';
import { readAssembly } from '../template/assembly.ts';
import { plan } from '../template/plan.ts';
import { namesIn } from './cloud-description.ts';
import type { Endpoints } from './endpoints-file.ts';
import { type AcceptedLoss, endRestore, unfinishedRestore } from './marks/lost-data.ts';
import { openStateDirectory } from './state-directory.ts';

export interface CloudAtRest extends Omit<Endpoints, 'pid' | 'baseUrl' | 'unserved' | 'control'> {
  /** Acknowledged data that is missing, in this restore or an earlier one that did not end. */
  loss: AcceptedLoss | undefined;
}

/**
 * Runs work on tables, buckets and queues of a state directory while nothing else does: no gateway, no functions, no schedules.
 * Messages and stream records are processed at the next start. Stores that lack acknowledged data repair what they can, and go on with what is left;
 * starts are refused until `work` has succeeded.
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
    const engines = await startEngines({ dataDir, host, clock: movableClock(), sync: false, isRestore: true, log });
    try {
      const services = serviceEndpoints(engines);
      const cloud = plan(await readAssembly(assemblyDir), { sqs: services.sqs, api: `http://${host}` });
      await ensureResources(cloud, engines);
      const names = namesIn(cloud, services.sqs);
      const own = { host, services, region, accountId, credentials: { ...credentials }, assemblyDir };
      const result = await work({ ...own, ...names, loss: unfinishedRestore(dataDir) });
      endRestore(dataDir);
      return result;
    } finally {
      await closeEngines(engines);
    }
  } finally {
    await state.release();
  }
}
