import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startLater } from '../../../local/event-sources/start-later.ts';
import { needsGdal } from '../../../local/lambda/late-gdal.ts';

/** A source whose start waits, with what has happened to it. */
function waitingSource() {
  const happened: string[] = [];
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const source = startLater('work -> worker', begun, () => {
    happened.push('started');
    return { name: 'work -> worker', idle: () => false, stop: async () => void happened.push('stopped') };
  });
  return { source, happened, begin };
}

test('a source starts when what it waits for has ended', async () => {
  const { source, happened, begin } = waitingSource();
  await tick();
  expect([source.idle(), happened]).toEqual([true, []]);
  begin();
  await tick();
  expect([source.idle(), happened]).toEqual([false, ['started']]);
  await source.stop();
  expect(happened).toEqual(['started', 'stopped']);
});

test('a source that is stopped before never starts', async () => {
  const { source, happened, begin } = waitingSource();
  await source.stop();
  begin();
  await tick();
  expect(happened).toEqual([]);
});

test('the functions that wait for GDAL are those with its layer', () => {
  const names = ['convert-boundaries', 'process-machine-files', 'process-soil', 'soil', 'prescriptions', 'layers'];
  for (const name of names) expect(needsGdal(`furrow-dev-${name}`), name).toBe(true);
  for (const name of ['uploads', 'process-scenes', 'fields']) expect(needsGdal(`furrow-dev-${name}`)).toBe(false);
});
