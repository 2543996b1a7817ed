import type { Browser, Page } from 'playwright-core';

/** A task of the main thread, in milliseconds: how long it took, and how long the processor worked for it. */
export interface Task {
  wall: number;
  processor: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds; those of the thread without what it waited for. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** Records what the main thread of a page does, until the returned function is called. @returns the longest task */
export async function watchMainThread(browser: Browser, page: Page): Promise<() => Promise<Task>> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const main = new Set(
      traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
    );
    const tasks = traceEvents.filter(
      (one) => one.ph === 'X' && one.name.endsWith('RunTask') && main.has(threadOf(one)),
    );
    const [longest] = tasks.sort((one, other) => (other.dur ?? 0) - (one.dur ?? 0));
    return { wall: (longest?.dur ?? Number.NaN) / 1000, processor: (longest?.tdur ?? Number.NaN) / 1000 };
  };
}
