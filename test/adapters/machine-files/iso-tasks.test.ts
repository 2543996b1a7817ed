import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { zipOf } from './harvest-text.ts';
import { mixedTaskData } from './mixed-task-data.ts';
import { only, pointsOf } from './only-set.ts';
import { processUpload } from './process-upload.ts';
import { type LoggedValue, taskDataZip } from './task-data.ts';

describe('the tasks of ISO 11783', () => {
  /** A second task with a field, a crop and products of its own. */
  function twoTasks(values: LoggedValue[]): Uint8Array {
    const files = unzipSync(taskDataZip(values, { task: '<PAN A="PDT1"/>' }));
    const [header, log] = [files['TASKDATA/TLG00001.XML'], files['TASKDATA/TLG00001.BIN']];
    const document = Buffer.from(files['TASKDATA/TASKDATA.XML'] ?? []).toString();
    const second = `<CTP A="CTP2" B="Barley"/><PFD A="PFD2" C="South" D="0" G="CTP2"/>
      <PDT A="PDT1" B="Nitrogen"/><PDT A="PDT2" B="Agent"/>
      <TSK A="TSK2" B="More" E="PFD2" G="4"><PAN A="PDT1"/><PAN A="PDT2"/><TLG A="TLG00002"/></TSK></ISO11783_TaskData>`;
    return zipOf({
      'TASKDATA/TASKDATA.XML': document.replace('</ISO11783_TaskData>', second),
      ...Object.fromEntries(
        [1, 2].flatMap((number) => [
          [`TASKDATA/TLG0000${number}.XML`, header ?? ''],
          [`TASKDATA/TLG0000${number}.BIN`, log ?? ''],
        ]),
      ),
    });
  }
  const width = { ddi: '0043', value: () => 3_000 };

  test('are separate files, each with the crop of its field', async () => {
    const { sets } = await processUpload('tasks.zip', twoTasks([{ ddi: '000C', value: () => 8_000 }, width]));
    expect(sets.map((set) => [set.part?.taskId, pointsOf(set).length, pointsOf(set)[0]?.crop])).toEqual([
      ['TSK1', 50, 'wheat'],
      ['TSK2', 50, 'barley'],
    ]);
  });

  test('with two kinds of work are a file of each', async () => {
    const litres = { ddi: '0002', value: (record: number) => (record < 20 ? 2_000_000 : 0) };
    const { sets } = await processUpload(
      'tasks.zip',
      taskDataZip([{ ddi: '000C', value: () => 8_000 }, litres, width]),
    );
    expect(sets.map(({ processed }) => [processed.operationType, processed.pointCounts?.kept])).toEqual([
      ['planted', 50],
      ['applied', 20],
    ]);
    for (const { processed } of sets) expect([processed.status, processed.problems]).toEqual(['processed', []]);
    expect(new Set(sets.map(({ contentHash }) => contentHash)).size).toBe(2);
  });

  test('each have their products', async () => {
    const { sets } = await processUpload('tasks.zip', twoTasks([{ ddi: '0002', value: () => 2_000_000 }, width]));
    expect(sets.flatMap(({ processed }) => processed.summary?.properties.products?.map(({ name }) => name))).toEqual([
      'Nitrogen',
      'Nitrogen + Agent',
    ]);
  });

  test('keep their content when the terminal adds other tasks', async () => {
    const alone = [{ ddi: '000C', value: () => 8_000 }, width];
    const before = await processUpload('a.zip', twoTasks(alone));
    const third = taskDataZip([{ ddi: '0002', value: () => 2_000_000 }, width]);
    const after = await processUpload('b.zip', mixedTaskData([twoTasks(alone), third]));
    const hashes = after.sets.map(({ contentHash }) => contentHash);
    const again = await processUpload('c.zip', mixedTaskData([twoTasks(alone), third, third]));
    expect(again.sets.map(({ contentHash }) => contentHash).slice(0, 3)).toEqual(hashes);
    expect([before.sets.length, hashes.length, again.sets.length]).toEqual([2, 3, 4]);
  });

  test('whose logs show no work say so, and the others are converted', async () => {
    const nothing = taskDataZip([{ ddi: '0077', value: () => 1 }]);
    const sown = taskDataZip([{ ddi: '000C', value: () => 8_000 }, width]);
    const { sets } = await processUpload('tasks.zip', mixedTaskData([nothing, sown]));
    expect(sets.map(({ processed }) => [processed.status, processed.problems.map(({ code }) => code)])).toEqual([
      ['failed', ['unsupportedOperation']],
      ['processed', []],
    ]);
  });
});

describe('the work of ISO 11783', () => {
  const width = { ddi: '0043', value: () => 3_000 };
  const states = { ddi: '008D', value: () => 1 };
  /** A device of a class, in the bits of its name that ISO 11783-5 defines. */
  const deviceOf = (deviceClass: number) =>
    `<DVC A="DVC1" B="Machine" D="A0${(deviceClass * 2).toString(16).padStart(2, '0')}84000DE0C8F5" E="1">
      <DET A="DET-1" B="1" C="1" D="Machine" E="0" F="0"/></DVC>`;
  const mass = { ddi: '0007', value: () => 18_000 };

  test('is planting where a drill logs mass', async () => {
    const set = await only('tasks.zip', taskDataZip([mass, width], { devices: deviceOf(4) }));
    expect(set.processed).toMatchObject({ status: 'processed', operationType: 'planted' });
    expect(pointsOf(set)[5]).toMatchObject({ seedRate: 180, crop: 'wheat' });
    expect(set.processed.units).toMatchObject({ seedRate: 'kg/ha' });
  });

  test('is spreading where a spreader logs mass, or a drill fertilizer', async () => {
    const spread = await only('tasks.zip', taskDataZip([mass, width], { devices: deviceOf(5) }));
    expect(spread.processed).toMatchObject({ status: 'processed', operationType: 'applied' });
    const task = '<PAN A="PDT1" E="DET-1"/>';
    const devices = `${deviceOf(4)}<PDT A="PDT1" B="Urea"/>`;
    const drilled = await only('tasks.zip', taskDataZip([mass, width], { devices, task }));
    expect(drilled.processed).toMatchObject({ status: 'processed', operationType: 'applied' });
    expect(drilled.processed.summary?.properties.products).toMatchObject([{ name: 'Urea' }]);
  });

  test('is tillage where a cultivator logs only that it works', async () => {
    const { processed } = await only('tasks.zip', taskDataZip([states, width], { devices: deviceOf(3) }));
    expect(processed).toMatchObject({ status: 'processed', operationType: 'tillage', pointCounts: { kept: 50 } });
  });
});

describe('the crop of ISO 11783', () => {
  const seeding = [
    { ddi: '000C', value: () => 8_000 },
    { ddi: '0043', value: () => 3_000 },
  ];
  const cropOf = async (options: Parameters<typeof taskDataZip>[1], crop?: string) => {
    const set = await only('tasks.zip', taskDataZip(seeding, { crop: '', ...options }), crop ? { crop } : {});
    return [set.processed.status, set.processed.status === 'processed' ? pointsOf(set)[0]?.crop : undefined];
  };

  test.each([
    [
      'the variety that its product is',
      '<CTP A="CTP9" B="Spelt"><CVT A="CVT1" B="Zollernspelz" C="PDT1"/></CTP><PDT A="PDT1" B="S-44"/>',
      'spelt',
    ],
    [
      'the group of its product',
      '<PGP A="PGP1" B="Roggen" C="2"/><CTP A="CTP9" B="Rye" C="PGP1"/><PDT A="PDT1" B="S-44" C="PGP1"/>',
      'rye',
    ],
    ['its product', '<PDT A="PDT1" B="Barley"/>', 'barley'],
  ])('is that of %s', async (_, described, crop) => {
    const devices = `<DVC A="DVC1" B="Sower"><DET A="DET-1" B="1" C="1" D="Sower" E="0" F="0"/></DVC>${described}`;
    expect(await cropOf({ devices, task: '<PAN A="PDT1" E="DET-1"/>' })).toEqual(['processed', crop]);
  });

  test('comes with the upload where nothing else names it', async () => {
    expect(await cropOf({}, 'Winterweizen')).toEqual(['processed', 'winter wheat']);
    expect(await cropOf({ crop: 'Oats' }, 'wheat')).toEqual(['processed', 'oats']);
  });

  test('is required where nothing names it, and everything that needs no crop is there', async () => {
    const { processed, made } = await only('tasks.zip', taskDataZip(seeding, { crop: '' }));
    expect(processed).toMatchObject({
      status: 'failed',
      operationType: 'planted',
      artefacts: ['originalFile', 'rawGeojson'],
    });
    expect(processed.problems).toMatchObject([
      { message: 'missing required properties: crop', hint: expect.stringContaining('/retry?crop=wheat') },
    ]);
    expect(made.rawGeojson).toBeDefined();
  });
});
