import type { Duplex } from 'node:stream';

/** A message between two processes: a kind, the number of its question, and content. */
export interface Frame {
  kind: FrameKind;
  id: number;
  content: Buffer;
}

/** `ask` and `answer` have JSON, `failure` the JSON of a message, `bytes` a binary answer. */
export const frameKinds = ['ask', 'answer', 'failure', 'bytes'] as const;
export type FrameKind = (typeof frameKinds)[number];

const headerBytes = 9;

/** Maximum bytes of a frame, which is held in memory. At most 101 shapes of a set are held, each of 5 MB as JSON. */
const maxFrameBytes = 640 * 1024 * 1024;

export function writeFrame(pipe: Duplex, { kind, id, content }: Frame): void {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(content.length, 0);
  header.writeUInt8(frameKinds.indexOf(kind), 4);
  header.writeUInt32LE(id, 5);
  pipe.cork();
  pipe.write(header);
  pipe.write(content);
  pipe.uncork();
}

/** Thrown for data that is not a frame: the other process is then broken or taken over. */
export class NotAFrame extends Error {}

/** @throws NotAFrame; errors of the pipe, such as EPIPE, say nothing of the other process. */
export async function* readFrames(pipe: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let waiting: Buffer[] = [];
  let held = 0;
  let wanted = headerBytes;
  for await (const piece of pipe) {
    waiting.push(piece);
    held += piece.length;
    while (held >= wanted) {
      const all = waiting.length === 1 ? (waiting[0] as Buffer) : Buffer.concat(waiting);
      const length = all.readUInt32LE(0);
      const kind = frameKinds[all.readUInt8(4)];
      if (!kind || length > maxFrameBytes) throw new NotAFrame('a process sent something else than a frame');
      wanted = headerBytes + length;
      waiting = [all];
      if (held < wanted) break;
      yield { kind, id: all.readUInt32LE(5), content: all.subarray(headerBytes, wanted) };
      waiting = [all.subarray(wanted)];
      held -= wanted;
      wanted = headerBytes;
    }
  }
}

/** The JSON of a frame. @throws NotAFrame */
export function jsonIn({ content }: Pick<Frame, 'content'>): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    throw new NotAFrame('a process sent a frame without JSON');
  }
}
