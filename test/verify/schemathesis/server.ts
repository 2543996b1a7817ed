import type { TestProject } from 'vitest/node';
import startSharedCloud, { type SharedCloud } from '../../embedded-cloud.ts';

/**
 * Starts the whole service as the tests over HTTP do, so that what they make things with can be used.
 *
 * @throws Error when it does not start; closing throws when a function has asked for what its role does not grant.
 */
export async function startedServer(): Promise<SharedCloud & { close(): Promise<void> }> {
  const described: (SharedCloud | { problem: string })[] = [];
  const provide = (_: string, cloud: SharedCloud | { problem: string }) => described.push(cloud);
  const close = await startSharedCloud({ provide } as unknown as TestProject);
  const [cloud = { problem: 'the server says nothing' }] = described;
  if ('problem' in cloud) {
    await close();
    throw new Error(cloud.problem);
  }
  // Where test/api/cloud.ts looks when no run of Vitest tells it.
  process.env.FURROW_SHARED_CLOUD = JSON.stringify(cloud);
  return { ...cloud, close };
}
