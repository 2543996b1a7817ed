import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { accountId, region } from '../credentials.ts';
import { replaceFile } from '../state/storage/write-file.ts';
import type { SchedulePlan } from '../template/plan-schedules.ts';

/** A schedule of the template, and its target. */
export interface Schedule extends SchedulePlan {
  /** Calls the target; resolves when it has ended, successfully or not. */
  call(event: unknown): Promise<unknown>;
}

export interface Schedules {
  names(): string[];
  /** Calls a schedule's targets now, whatever the time, and waits for them. @throws RangeError naming the schedules that exist. */
  fire(name: string): Promise<void>;
  /** Checks the clock again; call it after the clock was moved. A schedule that missed several runs is called once. */
  wake(): void;
  /** True while no target is running. */
  idle(): boolean;
  stop(): void;
}

/** Maximum duration of a timer, so that schedules notice when a laptop has slept. */
const maxTimerMilliseconds = 60_000;

/**
 * Calls targets at their rates, by the clock. The last runs are recorded in `dir`, so that schedules run
 * even if Furrow is started and stopped often.
 */
export function startSchedules(
  all: Schedule[],
  { dir, clock, log }: { dir: string; clock: Clock; log(line: string): void },
): Schedules {
  const file = join(dir, 'schedules.json');
  const lastTurns = new Map<string, number>(readTurns(file));
  const enabled = all.filter((schedule) => schedule.enabled);
  const names = [...new Set(all.map(({ name }) => name))];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  const lastTurn = ({ name }: Schedule) => lastTurns.get(name) ?? clock.now();
  const dueAt = (schedule: Schedule) => lastTurn(schedule) + schedule.everyMilliseconds;

  /** On a full disk the schedules continue; a restart may then call them one run too early. */
  function remember(): void {
    try {
      replaceFile(file, JSON.stringify([...lastTurns]));
    } catch (error) {
      log(`the last turns of the schedules were not kept: ${(error as Error).message}`);
    }
  }

  async function call(schedule: Schedule): Promise<void> {
    running += 1;
    try {
      await schedule.call(schedule.input ?? scheduledEvent(schedule, clock.now()));
    } finally {
      running -= 1;
    }
  }

  function wake(): void {
    clearTimeout(timer);
    const now = clock.now();
    const due = enabled.filter((schedule) => dueAt(schedule) <= now);
    for (const schedule of due) {
      lastTurns.set(schedule.name, now);
      void call(schedule);
    }
    if (due.length > 0) remember();
    const next = Math.min(...enabled.map(dueAt));
    timer = setTimeout(wake, Math.min(Math.max(next - now, 0), maxTimerMilliseconds));
    timer.unref();
  }

  if (enabled.length > 0) {
    // A run in the future was recorded by a test that had moved the clock.
    for (const schedule of enabled) lastTurns.set(schedule.name, Math.min(lastTurn(schedule), clock.now()));
    remember();
    wake();
  }
  return {
    names: () => names,
    async fire(name) {
      if (!names.includes(name)) throw new RangeError(`no schedule ${name}: there is ${names.join(', ') || 'none'}`);
      await Promise.all(all.filter((schedule) => schedule.name === name).map(call));
    },
    wake,
    idle: () => running === 0,
    stop: () => clearTimeout(timer),
  };
}

/** The event that EventBridge sends to the target of a scheduled rule. */
function scheduledEvent({ arn }: Schedule, now: number) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: accountId,
    time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [arn],
    detail: {},
  };
}

const turnsSchema = z.array(z.tuple([z.string(), z.number()]));

function readTurns(file: string): [string, number][] {
  if (!existsSync(file)) return [];
  try {
    return turnsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The file was cut off by a crash; the schedules start again, which costs at most one run.
    return [];
  }
}
