import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FunctionPlan } from '../template/plan-functions.ts';
import type { LambdaPoolOptions } from './create-lambda-pool.ts';
import { functionEnvironment } from './function-environment.ts';
import type { RunnerOptions } from './function-runner.ts';
import type { HousingOptions } from './housing.ts';
import type { Housings } from './housings.ts';
import { startInstance } from './instance.ts';
import type { InstanceFolder } from './instance-folder.ts';
import { pressedMilliseconds } from './processor-pressure.ts';

/** Starts instances of functions, each in its thread or process, with its environment and context. */
export function instanceStarter(
  { clock, environment, credentialsOf, log, pressedMilliseconds: pressed = pressedMilliseconds }: LambdaPoolOptions,
  folder: InstanceFolder,
  housings: Housings,
): (fn: FunctionPlan) => RunnerOptions['start'] {
  return (fn) => {
    const handler = findHandler(fn.assetDir, fn.handler);
    const logGroupName = `/aws/lambda/${fn.name}`;
    return (events) => {
      const id = randomBytes(16).toString('hex');
      const day = new Date(Date.now() + clock.offset()).toISOString().slice(0, 10).replaceAll('-', '/');
      const logStreamName = `${day}/[$LATEST]${id}`;
      const temporary = folder.open(`${fn.name}-${id.slice(0, 8)}`);
      const variables = { logGroupName, logStreamName, temporaryDir: temporary.path };
      return startInstance({
        start: {
          type: 'start',
          ...handler,
          clockOffset: clock.offset(),
          context: {
            functionName: fn.name,
            functionVersion: '$LATEST',
            invokedFunctionArn: fn.arn,
            memoryLimitInMB: String(fn.memoryMegabytes),
            logGroupName,
            logStreamName,
          },
        },
        timeoutSeconds: fn.timeoutSeconds,
        clockOffset: clock.offset,
        pressedMilliseconds: pressed,
        house({ onMessage, onLost }) {
          const options: HousingOptions = {
            harness: folder.programs.harness,
            environment: functionEnvironment(fn, environment(fn), credentialsOf(fn), variables),
            memoryMegabytes: fn.memoryMegabytes,
            onMessage,
            onLine: (line) => log(`[${fn.name}] ${line}`),
            onLost(reason) {
              temporary.remove();
              onLost(reason);
            },
          };
          return housings.house(fn, options);
        },
        ...events,
      });
    };
  };
}

/**
 * Finds the file and the export that a function's `Handler` property names.
 *
 * @throws Error naming the missing file.
 */
function findHandler(assetDir: string, handler: string): { modulePath: string; exportName: string } {
  const [file = '', ...exported] = basename(handler).split('.');
  const stem = join(assetDir, dirname(handler), file);
  const modulePath = ['.mjs', '.js', '.cjs'].map((ending) => stem + ending).find((path) => existsSync(path));
  if (!modulePath) throw new Error(`the handler ${handler} needs a file ${stem}.mjs, .js or .cjs`);
  return { modulePath, exportName: exported.join('.') };
}
