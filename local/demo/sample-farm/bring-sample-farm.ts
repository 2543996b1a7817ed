import type { DemoOwner } from '../demo-owner.ts';
import type { FarmNote } from './note.ts';
import { RequestRefused, signedIn } from './owner-client.ts';
import { farmSteps } from './steps.ts';

export interface SampleFarmOptions {
  baseUrl: string;
  demo: Pick<DemoOwner, 'username' | 'password' | 'svcUserId'>;
  note: FarmNote;
  log(line: string): void;
}

/**
 * Brings the sample farm through the API, as any client would, in the background: fields, a harvest, an application, satellite images and weather. A step
 * is done once, whatever happens in between, and never again, so that nothing comes back that somebody has deleted. What fails is
 * said in the log, and tried again by the next start.
 *
 * @returns stops it; the next start goes on.
 */
export function bringSampleFarm(options: SampleFarmOptions): { ended: Promise<void>; stop(): void } {
  const stopping = new AbortController();
  const ended = bring(options, stopping.signal).catch((error: Error) => {
    if (stopping.signal.aborted) return;
    const reason = error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
    options.log(`the sample farm is not complete: ${reason}; the next start goes on with it`);
  });
  return { ended, stop: () => stopping.abort() };
}

async function bring({ baseUrl, demo, note, log }: SampleFarmOptions, signal: AbortSignal): Promise<void> {
  const left = farmSteps.filter(({ name }) => note.done(name) === undefined);
  if (left.length === 0) return;
  const client = await signedIn(baseUrl, demo, signal);
  const made = (step: string) => note.done(step) ?? '';
  const farm = { client, svcUserId: demo.svcUserId, key: note.key, made, signal };
  for (const { name, needs, run } of left) {
    if (needs !== undefined && !made(needs)) {
      note.finish(name, '');
      continue;
    }
    const result = await run(farm).catch((error: unknown): Awaited<ReturnType<typeof run>> => {
      // It is there already, or what it needs has been deleted meanwhile.
      if (error instanceof RequestRefused && (error.status === 409 || error.status === 404)) return {};
      throw error;
    });
    if (signal.aborted) return;
    note.finish(name, result.made ?? '');
    if (result.says) log(`sample farm: ${result.says}`);
  }
  log('the sample farm is complete');
}
