import type { Duplex } from 'node:stream';

/** What two processes send each other: a kind, the number of the question that it belongs to, and content. */
export interface Frame {
  kind: FrameKind;
  id: number;
  content: Buffer;
}

/** `ask` and `answer` carry JSON, `failure` the JSON of a message, `bytes` an answer as it is. */
export const frameKinds = ['ask', 'answer', 'failure', 'bytes'] as const;
export type FrameKind = (typeof frameKinds)[number];

const headerBytes = 9;

/** So much is held at once at most: no answer may be larger. Of the 101 shapes of a set that are held, each has 5 MB as JSON. */
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

/** @throws Error when what comes is no frame: the other side is not itself any more. */
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
      if (!kind || length > maxFrameBytes) throw new Error('a process sent something else than a frame');
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
