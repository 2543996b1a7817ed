import { fileURLToPath } from 'node:url';
import type { FunctionPlan } from '../template/plan-functions.ts';
import type { Housing, HousingOptions } from './housing.ts';
import { startProcess } from './process-housing.ts';
import { createThreadHost } from './thread-host.ts';

/** Where instances run: functions with native modules in processes of their own, all others as threads. */
export interface Housings {
  house(fn: FunctionPlan, options: HousingOptions): Housing;
  close(): void;
}

interface HousingsOptions {
  /** The program that holds threads. */
  threadHost: string;
  /** The packages from which native code is loaded. If absent, those of the project. */
  modulesDir?: string | undefined;
  /** Whether nobody waits for a function's answers. */
  isBackground(fn: FunctionPlan): boolean;
  log(line: string): void;
}

const projectModules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** What nobody waits for with an open connection leaves the processors to requests, of which all this cloud's services are a part. */
const priorities = { request: 0, background: 5 };

/** Threads share the priority of their process, so that those of requests have one of their own. */
export function createHousings({
  threadHost,
  modulesDir = projectModules,
  isBackground,
  log,
}: HousingsOptions): Housings {
  const requests = createThreadHost(threadHost, log, priorities.request);
  const background = createThreadHost(threadHost, log, priorities.background);
  const priorityOf = (fn: FunctionPlan) => (isBackground(fn) ? priorities.background : priorities.request);
  return {
    house(fn, options) {
      if (fn.hasLayers) return startProcess(options, { modulesDir, priority: priorityOf(fn) });
      return (isBackground(fn) ? background : requests).house(options);
    },
    close() {
      requests.close();
      background.close();
    },
  };
}
