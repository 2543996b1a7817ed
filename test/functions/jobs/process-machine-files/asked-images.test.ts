import { expect, test } from 'vitest';
import { type Drawing, type DrawingStore, drawingVersion } from '../../../../domain/machine-files/drawing.ts';
import { machineProblem, NotMade } from '../../../../domain/machine-files/problem.ts';
import { drawnFile, madeImages } from '../../../../functions/areas/operations/images/made-images.ts';
import type { OperationsServices } from '../../../../functions/areas/operations/services.ts';
import type { DrawMessage } from '../../../../functions/jobs/process-machine-files/messages.ts';
import { drawAsked } from '../../../../functions/jobs/process-machine-files/outputs/draw-images.ts';
import type { ProcessingServices } from '../../../../functions/jobs/process-machine-files/services.ts';

const tooLong = machineProblem('drawingTooLong', 'a.csv', { seconds: 600 });
const speed = {
  ...{ property: 'speed', unit: 'm/s', width: 1, height: 1, classes: [{ min: 1, max: 1, count: 1 }] },
  extent: { xmin: 0, xmax: 1, ymin: 0, ymax: 1 },
} as const;

/** A file without images, and a worker that draws with `draw`. */
function world(draw: () => Promise<unknown> = async () => [speed]) {
  let now = 0;
  const attempts = new Set<string>();
  let drawing: Drawing | undefined;
  const sent: DrawMessage[] = [];
  const file = { id: 'f', svcUserId: 'u', status: 'processed', operationType: 'harvested', updatedTime: 'first' };
  const record = { ...file, units: { speed: 'm/s' } };
  const drawings: DrawingStore = {
    get: async () => drawing,
    async ask(_, version, time) {
      const isDone = drawing?.endedTime !== undefined && !drawing.problem;
      const isOpen = drawing?.version === version && (isDone || drawing.askAgainAt > time.now);
      if (!isOpen) drawing = { version, askAgainAt: time.askAgainAt };
      return !isOpen;
    },
    async end(_, version, end) {
      if (drawing?.version === version) drawing = { version, askAgainAt: 0, ...end };
    },
    attempts: () => ({
      begin: async (delivery) => [...attempts.add(delivery)],
      end: async (delivery) => void attempts.delete(delivery),
    }),
    remove: async () => {},
  };
  const services = {
    ...{ drawings, clock: { now: () => now } },
    queue: { send: async (message: DrawMessage) => void sent.push(message) },
    machineFiles: { get: async () => record },
    engine: { draw },
  };
  return {
    sent,
    record,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    ask: () => madeImages(drawnFile('o', record as never), () => true, services as unknown as OperationsServices),
    work: (message: DrawMessage, delivery = 'm') =>
      drawAsked(message, { delivery } as never, services as unknown as ProcessingServices),
  };
}

const asked = { step: 'draw', ownerId: 'o', kind: 'file', id: 'f', version: drawingVersion('first') } as const;

test('the first request has the images drawn, and so has a later one when no worker has drawn them in time', async () => {
  const { ask, pass, sent } = world();
  expect([await ask(), await ask()]).toEqual([undefined, undefined]);
  expect(sent).toEqual([asked]);
  pass(5 * 60_000);
  await ask();
  expect(sent).toEqual([asked, asked]);
});

test('drawn images exist until the file is processed again', async () => {
  const { ask, record, sent, work } = world();
  await ask();
  await work(asked);
  expect(await ask()).toMatchObject([speed]);
  record.updatedTime = 'second';
  expect(await ask()).toBeUndefined();
  // A message about the earlier state draws nothing.
  await work(asked);
  expect(await ask()).toBeUndefined();
  expect(sent.map(({ version }) => version)).toEqual([drawingVersion('first'), drawingVersion('second')]);
});

test('images that cannot be drawn are reported with the reason, and tried again when they are requested after some minutes', async () => {
  const { ask, pass, work, sent } = world(async () => {
    throw new NotMade(tooLong);
  });
  await ask();
  await work(asked);
  const conflict = { kind: 'conflict', errorKey: 'imagesNotDrawn', message: expect.stringContaining('600 seconds') };
  await expect(ask()).rejects.toMatchObject({ ...conflict, retryAfterSeconds: 300 });
  pass(299_000);
  await expect(ask()).rejects.toMatchObject({ ...conflict, retryAfterSeconds: 1 });
  expect(sent).toHaveLength(1);
  pass(1_000);
  expect(await ask()).toBeUndefined();
  expect(sent).toHaveLength(2);
});

test('images over which three workers have died are given up', async () => {
  const { ask, work } = world(() => new Promise(() => {}));
  await ask();
  for (let died = 0; died < 3; died++) void work(asked, `m#${died}`);
  await work(asked, 'm#3');
  await expect(ask()).rejects.toMatchObject({ errorKey: 'imagesNotDrawn' });
});

test('a failed file has no images, and one that is being processed is waited for', async () => {
  const { ask, record, sent } = world();
  record.status = 'failed';
  expect(await ask()).toEqual([]);
  record.status = 'processing';
  expect(await ask()).toBeUndefined();
  expect(sent).toEqual([]);
});
