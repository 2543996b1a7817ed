import * as z from 'zod';
import { type LayerImage, layerImage, refusedLayer } from '../../../domain/assets/layer-image.ts';
import type { RequestEnds, RequestedFile } from '../../../domain/parser-attempts.ts';
import { type ContainedFailure, expected } from '../../containment/contained-failure.ts';
import type { ContainedReaders } from '../../containment/contained-readers.ts';
import { readInRequest } from '../../containment/read-in-request.ts';
import { imageName } from './geotiff-services.ts';

/** Reads aerial images. */
export interface LayerReader {
  /** @throws Problem 400 `layerRefused` saying which rules the image breaks, or why it cannot be read; 503 `fileNotRead` if that is not known. */
  read(file: RequestedFile): Promise<LayerImage>;
}

const factsSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  bands: z.array(z.object({ dataType: z.string().max(50), colour: z.string().max(50) })).max(10_000),
  proj: z.string().max(1_000).optional(),
  metadata: z.record(z.string(), z.string()),
});
const decodedSchema = z.object({ pixels: z.int() });

/** A function answers within 29 s, and the image has to be sent as well. */
const reading = { name: imageName, milliseconds: 13_000, processorMilliseconds: 11_000 };

/** Reads each image in a contained process, which ends with it. Pixels are decoded only of an image whose head keeps the rules: 5 MB may stand for gigabytes. */
export function layerReader(readers: ContainedReaders, ends: RequestEnds): LayerReader {
  return {
    async read(file) {
      const read = await readInRequest({ readers, ends }, file, reading, async (peer) => {
        const image = layerImage(expected(factsSchema, await peer.ask('look', {})));
        expected(decodedSchema, await peer.ask('decode', {}));
        return image;
      });
      if ('answer' in read) return read.answer;
      throw refusedLayer([{ pointer: '#/file', message: wordsOf(read.failure) }]);
    },
  };
}

function wordsOf({ reason, message }: ContainedFailure): string {
  if (reason === 'error') return `It cannot be read as a GeoTIFF: ${message}.`;
  if (reason === 'deadline')
    return `Reading it was ended after ${reading.processorMilliseconds / 1_000} s of a processor.`;
  return reason === 'memory'
    ? 'Reading it takes too much memory.'
    : 'Each of several attempts to read it ended its reader. Export it again.';
}
