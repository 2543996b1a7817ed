/**
 * The first code inside an instance, a worker thread or a process of its own. It replaces Lambda's runtime:
 * it loads the function's bundle, calls the handler for each event and answers. It is bundled alone (`programs.ts`)
 * and shares nothing with the embedded cloud but the messages.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { FixedContext, FromInstance, InvokeMessage, StartMessage, ToInstance } from '../messages.ts';
import { type LambdaHandler, loadHandler } from './load-handler.ts';
import { reportError } from './report-error.ts';
import { setClockOffset, shiftDate } from './shifted-date.ts';

shiftDate();

let handler: LambdaHandler;
let fixed: FixedContext;

function send(message: FromInstance): void {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
}

async function start(message: StartMessage): Promise<void> {
  setClockOffset(message.clockOffset);
  fixed = message.context;
  const loaded = await loadHandler(message);
  if (typeof loaded !== 'function') return send({ type: 'unusable', error: loaded });
  handler = loaded;
  send({ type: 'ready' });
}

async function invoke(message: InvokeMessage): Promise<void> {
  const { requestId, event, traceHeader, timeoutMilliseconds, clockOffset } = message;
  setClockOffset(clockOffset);
  process.env._X_AMZN_TRACE_ID = traceHeader;
  const deadline = performance.now() + timeoutMilliseconds;
  const context = {
    ...fixed,
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.floor(deadline - performance.now())),
  };
  let result: unknown;
  try {
    result = await handler(JSON.parse(event), context);
  } catch (error) {
    return send({ type: 'failure', requestId, error: reportError(error) });
  }
  try {
    send({ type: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    send({ type: 'failure', requestId, error: { ...reportError(error), errorType: 'Runtime.MarshalError' } });
  }
}

/**
 * Collects garbage now. V8 does so only when memory is allocated, so that what a function needed to load and for its last event would stay for as long as it is idle.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // The first collection leaves what finalizers still hold.
  collect();
  collect();
}

function receive(message: ToInstance): void {
  if (message.type === 'start') void start(message);
  else if (message.type === 'invoke') void invoke(message);
  else if (message.type === 'clock') setClockOffset(message.offset);
  else collectGarbage();
}

if (parentPort) {
  parentPort.on('message', receive);
} else {
  process.on('message', receive);
  // The embedded cloud has ended, perhaps without notice: nothing would ever call this process again.
  process.on('disconnect', () => process.exit());
}
