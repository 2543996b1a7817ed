import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoke, type SamplePool, sampleFunction, samplePool } from './sample-function.ts';

const code = `
  let count = 0;
  export async function handler(event: any, context: any) {
    if (event.do === 'context') return { ...context, remaining: context.getRemainingTimeInMillis() };
    if (event.do === 'environment') return process.env;
    if (event.do === 'count') return ++count;
    if (event.do === 'time') return { now: Date.now(), text: new Date().toISOString(), call: typeof Date(),
      same: new Date() instanceof Date && new Date().constructor === Date, given: new Date(0).toISOString() };
    if (event.do === 'throw') throw new TypeError('no wheat left');
    if (event.do === 'throw text') throw 'chaff';
    if (event.do === 'nothing') return undefined;
    if (event.do === 'circle') { const a: any = {}; a.a = a; return a; }
    if (event.do === 'log') { console.log('one\\ntwo'); console.error('three'); return null; }
    if (event.do === 'wait') { await new Promise((r) => setTimeout(r, event.milliseconds)); return count; }
    if (event.do === 'folder') { const { tmpdir } = await import('node:os'); return tmpdir(); }
    return event;
  }
`;

describe.each([
  ['a thread', false],
  ['a process', true],
])('a function in %s', (_, hasLayers) => {
  let pool: SamplePool;
  const fn = sampleFunction(code, { name: 'thresher', hasLayers, environment: { FIELDS_TABLE: 'fields' } });
  const call = (event: unknown) => invoke(pool, 'thresher', event);

  beforeAll(async () => {
    process.env.SECRET_OF_THE_SHELL = 'x';
    pool = await samplePool([fn], { environment: () => ({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }) });
  });
  afterAll(() => pool.close());

  it('gets the event and returns what its promise resolves to', async () => {
    const event = { text: 'Grüße', list: [1, null, { deep: true }] };
    expect((await call(event)).payload).toEqual(event);
    expect((await call({ do: 'nothing' })).payload).toBeNull();
  });

  it('gets a context like that of AWS', async () => {
    const { payload, requestId } = await call({ do: 'context' });
    expect(payload).toMatchObject({
      awsRequestId: requestId,
      functionName: 'thresher',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:thresher',
      memoryLimitInMB: '256',
      logGroupName: '/aws/lambda/thresher',
      logStreamName: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/),
      callbackWaitsForEmptyEventLoop: true,
    });
    expect(payload.remaining).toBeGreaterThan(4000);
    expect(payload.remaining).toBeLessThanOrEqual(5000);
  });

  it('sees its own variables and nothing of the shell', async () => {
    const { payload } = await call({ do: 'environment' });
    const { PATH, TMPDIR, NODE_PATH, _X_AMZN_TRACE_ID: trace, ...rest } = payload;
    expect(trace).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:1$/);
    expect(PATH).toBe(process.env.PATH);
    expect(TMPDIR).toContain('thresher-');
    expect(NODE_PATH === undefined).toBe(!hasLayers);
    expect((await call({ do: 'folder' })).payload).toBe(TMPDIR);
    expect(rest).toMatchObject({
      FIELDS_TABLE: 'fields',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'FURROWLOCAL',
      AWS_LAMBDA_FUNCTION_NAME: 'thresher',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      TZ: 'UTC',
    });
    expect(Object.keys(rest).filter((name) => !/^(AWS_|GDAL_DATA|PROJ_LIB|TZ|FIELDS_TABLE)/.test(name))).toEqual([]);
  });

  it('keeps its state between calls of one instance', async () => {
    const first = (await call({ do: 'count' })).payload;
    expect((await call({ do: 'count' })).payload).toBe(first + 1);
  });

  it('reports what it throws, with the stack in the log', async () => {
    const { payload, functionError } = await call({ do: 'throw' });
    expect(functionError).toBe('Unhandled');
    expect(payload).toMatchObject({ errorType: 'TypeError', errorMessage: 'no wheat left' });
    expect(pool.lines.join('\n')).toMatch(
      /^\[thresher\] ERROR [0-9a-f-]{36} TypeError: no wheat left\n(.*\n)?\[thresher\] {7}at /m,
    );
    expect((await call({ do: 'throw text' })).payload).toMatchObject({ errorType: 'string', errorMessage: 'chaff' });
    expect((await call({ do: 'circle' })).payload).toMatchObject({ errorType: 'Runtime.MarshalError' });
  });

  it('writes to the log line by line', async () => {
    await call({ do: 'log' });
    await expect
      .poll(() => pool.lines)
      .toEqual(expect.arrayContaining(['[thresher] one', '[thresher] two', '[thresher] three']));
  });

  it('follows the clock, also in the middle of a call', async () => {
    const day = 86_400_000;
    const before = (await call({ do: 'time' })).payload;
    expect(Math.abs(before.now - Date.now())).toBeLessThan(2000);
    pool.clock.advance(day);
    pool.clockMoved();
    const after = (await call({ do: 'time' })).payload;
    expect(after.now - before.now).toBeGreaterThanOrEqual(day);
    expect(new Date(after.text).getTime() - after.now).toBeLessThan(1000);
    expect(after).toMatchObject({ call: 'string', same: true, given: '1970-01-01T00:00:00.000Z' });
  });

  it('runs four events at once and lets others wait', async () => {
    const waits = Array.from({ length: 9 }, () => call({ do: 'wait', milliseconds: 500 }));
    await expect.poll(() => pool.stats().thresher).toMatchObject({ instances: 4, busy: 4 });
    for (const { functionError } of await Promise.all(waits)) expect(functionError).toBeUndefined();
    expect(pool.stats().thresher).toMatchObject({ busy: 0, waiting: 0, starts: 4 });
  });
});
