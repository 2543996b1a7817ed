import { Worker } from 'node:worker_threads';
import type { Housing, HousingOptions } from './housing.ts';
import { forwardLines } from './line-forwarder.ts';
import type { ErrorReport, FromInstance } from './messages.ts';

/** Houses an instance in a worker thread: quick to start and cheap, with its own heap limit, for code without native modules. */
export function startThread(options: HousingOptions): Housing {
  const worker = new Worker(options.harness, {
    env: options.environment,
    // Nothing of how the embedded cloud itself was started, such as a loader for TypeScript.
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes },
  });
  let reason: ErrorReport | undefined;
  for (const stream of [worker.stdout, worker.stderr]) {
    const lines = forwardLines(options.onLine);
    stream.on('data', lines.write).on('end', lines.end);
  }
  worker.on('message', (message: FromInstance) => options.onMessage(message));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reason = explain(error, options.memoryMegabytes);
  });
  worker.on('exit', (code) => {
    const errorMessage = `the function ended its runtime with exit code ${code} before it answered`;
    options.onLost(reason ?? { errorType: 'Runtime.ExitError', errorMessage });
  });
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
  };
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
