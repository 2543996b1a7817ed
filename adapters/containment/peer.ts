import type { Duplex } from 'node:stream';
import { type Frame, jsonIn, readFrames, writeFrame } from './frames.ts';

/** Functions that one process offers to the other. Values are JSON from a foreign process and must be checked. */
export type Services = Record<string, (value: never) => Promise<unknown>>;

/**
 * A service of the other process by name.
 *
 * @example serviceOf({ open: async () => 1 }, 'toString') // undefined
 */
export function serviceOf(services: Services, name: string): Services[string] | undefined {
  return Object.hasOwn(services, name) ? services[name] : undefined;
}

/** Thrown when the other process returns an error; its message is that error's. */
export class AnsweredFailure extends Error {}

/** One of two processes that call each other through a pipe. */
export interface Peer {
  /** @throws AnsweredFailure with the other process's error; Error if the process has ended. */
  ask(service: string, value: unknown): Promise<unknown>;
  /**
   * Offers content for the other process to read at its own pace. The returned number is passed in a question or an
   * answer.
   */
  offer(content: () => AsyncIterable<Uint8Array>): number;
  /** Reads content that the other process has offered. */
  read(offered: number): AsyncGenerator<Uint8Array>;
}

/** Internal services of `read`; all other names are those of the caller. */
const nextPiece = 'content.next';
const noMore = 'content.end';

/**
 * @param find the service with a name, if there is one.
 * @param onEnd called once when no more frames can arrive, with the error if there was one: `NotAFrame` if the other
 * process is at fault, an error of the pipe if it may have ended for any reason.
 * @example const peer = createPeer(pipe, (name) => serviceOf(services, name), onEnd);
 */
export function createPeer(
  pipe: Duplex,
  find: (name: string) => Services[string] | undefined,
  onEnd: (fault?: Error) => void,
): Peer {
  const asked = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  const offered = new Map<number, { open(): AsyncIterable<Uint8Array>; pieces?: AsyncIterator<Uint8Array> }>();
  let last = 0;
  let isOver = false;

  const end = (fault?: Error) => {
    if (isOver) return;
    isOver = true;
    for (const { reject } of asked.values()) reject(fault ?? new Error('the other process has ended'));
    asked.clear();
    for (const { pieces } of offered.values()) void pieces?.return?.().catch(() => {});
    onEnd(fault);
  };

  const content: Services = {
    async [nextPiece](number: number) {
      const one = offered.get(number);
      if (!one) throw new Error('there is no such content');
      one.pieces ??= one.open()[Symbol.asyncIterator]();
      const { value, done } = await one.pieces.next();
      if (!done) return value;
      offered.delete(number);
      return null;
    },
    async [noMore](number: number) {
      const pieces = offered.get(number)?.pieces;
      offered.delete(number);
      await pieces?.return?.();
      return null;
    },
  };

  const answer = async (id: number, json: Buffer) => {
    try {
      const { service, value } = JSON.parse(json.toString()) as { service: string; value: never };
      const found = serviceOf(content, service) ?? find(service);
      if (!found) throw new Error(`there is no service ${service}`);
      const result = await found(value);
      if (isOver) return;
      const isBytes = result instanceof Uint8Array;
      const made = isBytes ? Buffer.from(result.buffer, result.byteOffset, result.byteLength) : jsonOf(result ?? null);
      writeFrame(pipe, { kind: isBytes ? 'bytes' : 'answer', id, content: made });
    } catch (error) {
      if (!isOver)
        writeFrame(pipe, { kind: 'failure', id, content: jsonOf((error as Error)?.message ?? String(error)) });
    }
  };

  const hear = ({ kind, id, content }: Frame) => {
    if (kind === 'ask') return void answer(id, content);
    const waiting = asked.get(id);
    asked.delete(id);
    try {
      if (kind === 'failure') waiting?.reject(new AnsweredFailure(String(jsonIn({ content }))));
      else waiting?.resolve(kind === 'bytes' ? new Uint8Array(content) : jsonIn({ content }));
    } catch (error) {
      waiting?.reject(error as Error);
      throw error;
    }
  };
  const listen = async () => {
    for await (const frame of readFrames(pipe)) hear(frame);
  };
  pipe.on('error', end);
  listen().then(() => end(), end);

  const ask = (service: string, value: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      if (isOver) return reject(new Error('the other process has ended'));
      const id = ++last;
      asked.set(id, { resolve, reject });
      writeFrame(pipe, { kind: 'ask', id, content: jsonOf({ service, value }) });
    });

  return {
    ask,
    offer(open) {
      const number = ++last;
      offered.set(number, { open });
      return number;
    },
    async *read(number) {
      let isDone = false;
      let ahead = ask(nextPiece, number);
      try {
        for (;;) {
          const piece = await ahead;
          isDone = !(piece instanceof Uint8Array);
          if (isDone) return;
          ahead = ask(nextPiece, number);
          // The failure is thrown when that piece is read.
          ahead.catch(() => {});
          yield piece as Uint8Array;
        }
      } finally {
        if (!isDone) await ask(noMore, number).catch(() => {});
      }
    },
  };
}

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value));
