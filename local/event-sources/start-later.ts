import type { EventSource } from './event-source.ts';

/** A source that starts when something has ended, unless it is stopped before. Its messages are not received meanwhile, which counts no attempt. */
export function startLater(name: string, after: Promise<unknown>, start: () => EventSource): EventSource {
  let source: EventSource | undefined;
  let isStopped = false;
  void after.then(() => {
    if (!isStopped) source = start();
  });
  return {
    name,
    idle: () => source?.idle() ?? true,
    async stop() {
      isStopped = true;
      await source?.stop();
    },
  };
}
