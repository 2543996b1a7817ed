import { type SharedCloud, startEmbeddedCloud } from '../../embedded-cloud.ts';

/**
 * Starts the whole service as the tests over HTTP do, so that their helpers can be used.
 *
 * @throws Error when it does not start; closing throws when a function has sent a request that its role does not grant.
 */
export async function startedServer(): Promise<SharedCloud & { close(): Promise<void> }> {
  const { description, close } = await startEmbeddedCloud();
  if ('problem' in description) {
    await close();
    throw new Error(description.problem);
  }
  // test/api/cloud.ts reads this variable outside of Vitest.
  process.env.FURROW_SHARED_CLOUD = JSON.stringify(description);
  return { ...description, close };
}
