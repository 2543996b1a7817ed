import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import type {
  CombiningOrder,
  CountingOrder,
  CountingSink,
  DrawingOrder,
  FoundSet,
  ImageSink,
  InspectedUpload,
  LayersOrder,
  MachineFileEngine,
  OperationSink,
  OutputSink,
  ProcessingOrder,
  RawOrder,
  ResultSink,
  StoredPoints,
  StoredUpload,
  TouchedField,
  WritingOrder,
} from '../../domain/machine-files/machine-file-engine.ts';
import type { Peer } from '../containment/peer.ts';

/** Name of the n-th input file of a piece of work in the folder of the process. */
export const inputName = (index: number) => `input-${index}`;

/** An order without the functions of its caller. */
export type PlainOrder = Omit<ProcessingOrder, 'fieldsOn'>;

export interface Asked<Order> {
  /** The user's name of the file, or the records of the files with the points. */
  name?: string;
  isRouted?: boolean;
  files?: MachineFile[];
  order: Order;
}

/** A set without its members, which are requested by its index. */
export type SetSummary = Omit<FoundSet, 'pack'>;

/** The services of the process that reads machine files, for its parent. All files are in one folder. */
export function engineServices(engine: MachineFileEngine, folder: string, parent: Peer) {
  const input = (index: number) => async (path: string) => {
    await rename(join(folder, inputName(index)), path);
    return true;
  };
  const images: ImageSink = {
    async image(name, content, contentType) {
      await parent.ask('image', { name, content: Buffer.from(content).toString('base64'), contentType });
    },
  };
  const artefact = async (name: string, content: AsyncIterable<Uint8Array>) => {
    await parent.ask('artefact', { name, content: parent.offer(() => content) });
  };
  const results: ResultSink = {
    ...images,
    artefact,
    async points(content) {
      await parent.ask('points', parent.offer(content));
    },
  };
  const operation: OperationSink = { ...images, artefact };
  const output: OutputSink = {
    async output(content) {
      await parent.ask(
        'output',
        parent.offer(() => content),
      );
    },
  };
  const counting: CountingSink = {
    async counted(fileId, content) {
      await parent.ask('counted', { fileId, content: parent.offer(() => content) });
    },
  };
  const whole = (order: PlainOrder): ProcessingOrder => ({
    ...order,
    fieldsOn: async (ground) => (await parent.ask('fieldsOn', ground)) as TouchedField[],
  });
  const points = (files: MachineFile[] = []): StoredPoints[] =>
    files.map((file, index) => ({ file, download: input(index) }));
  let inspected: InspectedUpload | undefined;

  return {
    /** The files of the upload stay until the process ends. */
    inspect: ({ name, isRouted }: Pick<StoredUpload, 'name' | 'isRouted'>) =>
      new Promise<{ sets: SetSummary[]; problems: InspectedUpload['problems'] }>((resolve, reject) => {
        const answer = (found: InspectedUpload) => {
          inspected = found;
          resolve({ sets: found.sets.map(({ pack: _, ...described }) => described), problems: found.problems });
          return new Promise<never>(() => {});
        };
        engine.inspect({ name, download: input(0), ...(isRouted && { isRouted }) }, answer).catch(reject);
      }),
    async pack(index: number) {
      const set = inspected?.sets[index];
      if (!set) throw new Error('there is no such set');
      return parent.offer(() => set.pack());
    },
    process: ({ name = '', isRouted, order }: Asked<PlainOrder>) =>
      engine.process({ name, isRouted, download: input(0) }, whole(order), results),
    merge: ({ files, order }: Asked<PlainOrder>) => engine.merge(points(files), whole(order), results),
    write: ({ files, order }: Asked<WritingOrder>) => engine.write(points(files), order, output),
    writeRaw: ({ name = '', isRouted, order }: Asked<RawOrder>) =>
      engine.writeRaw({ name, isRouted, download: input(0) }, order, output),
    draw: ({ files, order }: Asked<DrawingOrder>) => engine.draw(points(files), order, images),
    writeLayers: ({ files, order }: Asked<LayersOrder>) => engine.writeLayers(points(files), order, images),
    combine: ({ files, order }: Asked<CombiningOrder>) => engine.combine(points(files), order, operation),
    countOnce: ({ files, order }: Asked<CountingOrder>) => engine.countOnce(points(files), order, counting),
  };
}
