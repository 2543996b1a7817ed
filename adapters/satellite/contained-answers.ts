import * as z from 'zod';
import { indexStatisticsSchema } from '../../domain/satellite/processes/image-process.ts';
import type { ProcessedScene, SceneSink } from '../../domain/satellite/scenes/scene-engine.ts';
import { sceneIndices } from '../../domain/satellite/scenes/scene-image.ts';
import { SceneProblem } from '../../domain/satellite/scenes/scene-problem.ts';
import { ContainedFailure, expected } from '../containment/contained-failure.ts';
import type { Peer } from '../containment/peer.ts';
import { unsettledReading } from '../containment/tries.ts';

const percent = z.number().min(0).max(100);
const degrees = z.number().min(-540).max(540);

/** The answer of the contained process. It is checked, because a malicious file may have taken the process over. */
const processed = z.object({
  coverage: percent,
  clouds: percent.optional(),
  offset: z.object({ value: z.number().min(-1).max(1), basis: z.enum(['listed', 'pixels']) }).optional(),
  bounds: z.tuple([degrees, degrees, degrees, degrees]),
  images: z
    .array(
      z.object({
        type: z.string().regex(/^[A-Z0-9_]{1,40}$/),
        file: z.string().regex(/^[A-Za-z0-9_]{1,40}\.(tif|png|xml)$/),
        resolution: z.number().positive().nullable(),
        bytes: z.number().int().nonnegative(),
      }),
    )
    .max(60),
  statistics: z.partialRecord(z.enum(sceneIndices), indexStatisticsSchema),
});

const answered = z.union([z.object({ problem: z.string().max(1_000) }), processed]);

const sentFile = z.object({
  file: processed.shape.images.element.shape.file,
  content: z.number().int(),
  contentType: z.enum(['image/tiff', 'image/png', 'application/xml']),
});

/** Stores the images that the process sends. @param peer the process, once it is there. */
export function imageService(peer: () => Peer | undefined, sink: SceneSink) {
  return async (value: unknown): Promise<void> => {
    const { file, content, contentType } = sentFile.parse(value);
    const parts: Uint8Array[] = [];
    for await (const part of peer()?.read(content) ?? []) parts.push(part);
    await sink(file, Buffer.concat(parts), contentType);
  };
}

/** @throws SceneProblem when the process says that it cannot. */
export function processedAnswer(value: unknown): ProcessedScene {
  const result = expected(answered, value);
  if ('problem' in result) throw new SceneProblem(result.problem);
  // Members that JSON lacks are absent, never undefined.
  return result as ProcessedScene;
}

/** Turns the failure of contained processes into a SceneProblem, or an UnsettledReading; returns any other error unchanged. */
export function sceneProblemOf(error: unknown, seconds: number): unknown {
  return error instanceof ContainedFailure
    ? new SceneProblem(reasonOf(error, seconds), { cause: error })
    : unsettledReading(error, (failure) => reasonOf(failure, seconds));
}

function reasonOf({ reason, message, megabytes }: ContainedFailure, seconds: number): string {
  if (reason === 'deadline') return `The scene took longer than ${seconds} seconds to process.`;
  if (reason === 'memory') return `The scene needs more than ${megabytes} MB of memory to process.`;
  if (reason === 'error') return `The scene could not be processed: ${message}.`;
  return 'The scene could not be read: each of several attempts ended the process that read it. Reprocess it later.';
}
