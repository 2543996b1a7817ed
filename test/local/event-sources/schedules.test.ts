import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { type Schedule, type Schedules, startSchedules } from '../../../local/event-sources/schedules.ts';
import { eventually } from '../../eventually.ts';

const minute = 60_000;
let dir: string;
let schedules: Schedules | undefined;
let events: unknown[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-schedules-'));
  events = [];
});

afterEach(() => {
  schedules?.stop();
  rmSync(dir, { recursive: true, force: true });
});

function start(clock = movableClock(), schedule: Partial<Schedule> = {}) {
  const sweep: Schedule = {
    name: 'sweep',
    arn: 'arn:aws:events:us-east-1:000000000000:rule/sweep',
    everyMilliseconds: 5 * minute,
    functionName: 'sweep',
    enabled: true,
    call: async (event) => void events.push(event),
    ...schedule,
  };
  schedules = startSchedules([sweep], { dir, clock, log: () => {} });
  return {
    schedules,
    advance(milliseconds: number) {
      clock.advance(milliseconds);
      schedules?.wake();
    },
  };
}

test('the first run comes after one interval, in the shape of EventBridge', () => {
  const { advance } = start();
  advance(4 * minute);
  expect(events).toEqual([]);
  advance(1 * minute);
  expect(events).toEqual([
    {
      version: '0',
      id: expect.any(String),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      region: 'us-east-1',
      resources: ['arn:aws:events:us-east-1:000000000000:rule/sweep'],
      detail: {},
    },
  ]);
});

test('missed runs are made up for once', () => {
  const { advance } = start();
  advance(24 * 60 * minute);
  expect(events).toHaveLength(1);
});

test('its own input replaces the event, and a disabled one can only be fired by hand', async () => {
  const { advance, schedules } = start(movableClock(), { input: { job: 1 }, enabled: false });
  advance(60 * minute);
  expect(events).toEqual([]);
  await schedules.fire('sweep');
  expect(events).toEqual([{ job: 1 }]);
  await expect(schedules.fire('mow')).rejects.toThrow('no schedule mow: there is sweep');
});

test('short sessions add up: the last run is remembered', () => {
  const clock = movableClock();
  start(clock).schedules.stop();
  clock.advance(3 * minute);
  start(clock).schedules.stop();
  clock.advance(3 * minute);
  start(clock);
  expect(events).toHaveLength(1);
});

test('runs recorded by a clock that was ahead, or half written, do not stop it', () => {
  start(movableClock(365 * 24 * 60 * minute)).schedules.stop();
  start().advance(5 * minute);
  expect(events).toHaveLength(1);
  schedules?.stop();
  writeFileSync(join(dir, 'schedules.json'), '[["swe');
  start().advance(5 * minute);
  expect(events).toHaveLength(2);
});

test('it is busy until its target has ended', async () => {
  let finish = () => {};
  const { schedules, advance } = start(movableClock(), {
    call: () => new Promise<void>((resolve) => (finish = resolve)),
  });
  advance(5 * minute);
  expect(schedules.idle()).toBe(false);
  finish();
  await eventually(() => expect(schedules.idle()).toBe(true));
});
