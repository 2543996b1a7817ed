import { type SharedCloud, startEmbeddedCloud } from '../../embedded-cloud.ts';

/**
 * Starts the whole service as the tests over HTTP do, so that what they make things with can be used.
 *
 * @throws Error when it does not start; closing throws when a function has asked for what its role does not grant.
 */
export async function startedServer(): Promise<SharedCloud & { close(): Promise<void> }> {
  const { description, close } = await startEmbeddedCloud();
  if ('problem' in description) {
    await close();
    throw new Error(description.problem);
  }
  // Where test/api/cloud.ts looks when no run of Vitest tells it.
  process.env.FURROW_SHARED_CLOUD = JSON.stringify(description);
  return { ...description, close };
}
