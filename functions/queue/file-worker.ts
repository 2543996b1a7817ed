import { fileURLToPath } from 'node:url';
import { putOff } from '../../adapters/aws/sqs/put-off.ts';
import { type ContainedReaders, containedReaders } from '../../adapters/containment/contained-readers.ts';
import { environmentNumber } from '../http/environment.ts';
import { type Message, sqsWorker } from './sqs-worker.ts';

/** Of one process: what the function has (`largestMemoryMegabytes`), without the worker itself. */
const maxMegabytes = 2_400;
const maxHeapMegabytes = 1_536;
/** A file that ends its worker is counted by its own attempts; a message is received so often before it is a dead letter. */
const usualReceives = 3;

/**
 * The processes in which a worker reads foreign files. What the system cannot keep them from is said once, on loading.
 *
 * @param program that they run: a bundle beside the worker's own.
 */
export function fileReaders(program: string): ContainedReaders {
  return containedReaders(
    { launcher: bundleOf('launch'), program: bundleOf(program), maxMegabytes, maxHeapMegabytes },
    (line) => console.warn(line),
  );
}

/** The handler of a worker that reads foreign files from a queue. */
export function fileWorker(queueUrl: string, work: (message: Message) => Promise<void>) {
  const maxReceiveCount = environmentNumber('MAX_RECEIVE_COUNT', usualReceives);
  return sqsWorker(work, { maxReceiveCount, putOff: putOff(queueUrl) });
}

const bundleOf = (name: string) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
