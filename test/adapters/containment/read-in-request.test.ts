import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestEnds } from '../../../adapters/aws/dynamodb/request-ends.ts';
import { documentClient } from '../../../adapters/aws/dynamodb/table.ts';
import { ContainedFailure, ProcessLost } from '../../../adapters/containment/contained-failure.ts';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import type { Peer } from '../../../adapters/containment/peer.ts';
import { readInRequest } from '../../../adapters/containment/read-in-request.ts';
import { UnsettledEnd } from '../../../adapters/containment/tries.ts';
import { newId } from '../../../adapters/system.ts';
import { startForTests } from '../../local/dynamodb/engine-under-test.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { definitionOf } from '../aws/dynamodb/table-definition.ts';
import { containedProgram } from './contained-program.ts';

const { engine, clock, client } = await startForTests();
await engine.ensureTable(definitionOf('requests'));
const ends = requestEnds({ client: documentClient(client), name: 'requests' }, clock);

let readers: ContainedReaders;
beforeAll(async () => {
  const folder = temporaryFolder('read-in-request');
  const program = await containedProgram('test/adapters/containment/hostile-program.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

const crash = new ContainedFailure('crash', { message: 'it ended (SIGSEGV)' });
const deadline = new ContainedFailure('deadline');
const unsettled = (failure: ContainedFailure) => new UnsettledEnd('no time', failure.ending, failure);
const repeated = expect.objectContaining({ errorKey: 'fileNotRead', status: 503, retryAfterSeconds: 5 });

/** Requests of one owner, with some content, whose readers end with an error. */
function requests(ownerId = newId(), content = Buffer.from(newId())) {
  const sent = async (error: unknown) => {
    const ending: ContainedReaders = { ...readers, use: () => Promise.reject(error) };
    const at = { name: 'file', milliseconds: 1_000, processorMilliseconds: 800 };
    const read = await readInRequest({ readers: ending, ends }, { ownerId, content }, at, async () => {});
    return 'failure' in read ? read.failure : undefined;
  };
  return { sent, isRepeated: (error: unknown) => expect(sent(error)).rejects.toThrow(repeated) };
}

test('a program that goes on and on is ended by its processor time, and three such ends are the verdict', async () => {
  const file = { ownerId: newId(), content: Buffer.from('x') };
  // The clock leaves so much time that it ends nothing on a busy machine.
  const reading = { name: 'file', milliseconds: 60_000, processorMilliseconds: 300 };
  const read = await readInRequest({ readers, ends }, file, reading, (peer: Peer) => peer.ask('loop', {}));
  expect(read).toMatchObject({ failure: { reason: 'deadline' } });
});

describe('a request gets a verdict on its file', () => {
  test('for an end that has come three times within it', async () => {
    expect(await requests().sent(crash)).toBe(crash);
  });

  test('for processor time that was used up in three requests with the same content', async () => {
    const { sent, isRepeated } = requests();
    await isRepeated(unsettled(deadline));
    await isRepeated(unsettled(deadline));
    expect(await sent(unsettled(deadline))).toBe(deadline);
  });
});

describe('a request is to be sent again', () => {
  test('after a process that was killed, however often', async () => {
    const { isRepeated } = requests();
    for (let time = 0; time < 4; time += 1) await isRepeated(new ProcessLost('it ended (SIGKILL)'));
  });

  test('after ends that differ', async () => {
    const { isRepeated } = requests();
    for (const end of [deadline, deadline, crash, deadline, deadline]) await isRepeated(unsettled(end));
  });

  test('after ends of other content, and of other owners', async () => {
    const content = Buffer.from(newId());
    for (let time = 0; time < 3; time += 1) await requests(newId(), content).isRepeated(unsettled(deadline));
    const ownerId = newId();
    for (let time = 0; time < 3; time += 1) await requests(ownerId).isRepeated(unsettled(deadline));
  });

  test('after ends that are older than ten minutes', async () => {
    const { isRepeated } = requests();
    for (let time = 0; time < 4; time += 1) {
      await isRepeated(unsettled(deadline));
      clock.advance(11 * 60_000);
    }
  });
});

test('other errors stay what they are', async () => {
  const error = new Error('the disk is full');
  await expect(requests().sent(error)).rejects.toBe(error);
});
