/**
 * The process that holds the worker threads. They are not in the embedded cloud's own process because a thread that asks
 * for much memory at once (one large array is enough) makes V8 end its whole process, heap limit or not.
 */
import { Worker } from 'node:worker_threads';
import { inBatches } from '../in-batches.ts';
import { forwardLines } from '../line-forwarder.ts';
import type { ErrorReport, FromThreadHost, OpenThread, ToThreadHost } from '../messages.ts';

/** New objects of one thread. By default they have 48 MB, which dozens of busy threads fill before any of them collects its garbage; less than this costs processor time. */
const maxYoungGenerationSizeMb = 24;

const threads = new Map<number, Worker>();

const send = inBatches((batch: FromThreadHost[]) => process.send?.(batch));

function open(instance: number, { harness, environment, memoryMegabytes }: OpenThread): void {
  const worker = new Worker(harness, {
    env: environment,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb },
  });
  let reason: ErrorReport | undefined;
  threads.set(instance, worker);
  for (const stream of [worker.stdout, worker.stderr]) {
    const lines = forwardLines((line) => send({ instance, line }));
    stream.on('data', lines.write).on('end', lines.end);
  }
  worker.on('message', (message) => send({ instance, message }));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reason = explain(error, memoryMegabytes);
  });
  worker.on('exit', (code) => {
    threads.delete(instance);
    const errorMessage = `the function ended its runtime with exit code ${code} before it answered`;
    send({ instance, lost: reason ?? { errorType: 'Runtime.ExitError', errorMessage } });
  });
}

function explain(error: NodeJS.ErrnoException, memoryMegabytes: number): ErrorReport {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return {
      errorType: 'Runtime.OutOfMemory',
      errorMessage: `the function needed more than its ${memoryMegabytes} MB`,
    };
  }
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

function receive(message: ToThreadHost): void {
  const { instance } = message;
  if ('post' in message) {
    threads.get(instance)?.postMessage(message.post);
  } else if ('end' in message) {
    void threads.get(instance)?.terminate();
  } else {
    try {
      open(instance, message.open);
    } catch (error) {
      // Node.js refuses the thread, for instance because of the function's own NODE_OPTIONS.
      const errorMessage = error instanceof Error ? error.message : String(error);
      send({ instance, lost: { errorType: 'Runtime.InvalidEntrypoint', errorMessage } });
    }
  }
}

process.on('message', (batch: ToThreadHost[]) => {
  for (const message of batch) receive(message);
});
process.on('disconnect', () => process.exit());
