import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../../state/storage/write-file.ts';
import { demoFiles } from '../demo-owner.ts';

const noteSchema = z.object({
  /** Begins the `Idempotency-Key` of each request, so that a request that was cut off is repeated without a second effect. */
  key: z.uuid(),
  /** What each finished step has made, by the step's name: ids, or an empty text. */
  done: z.record(z.string(), z.string()),
});

/** What is there of the sample farm. A kept note of an earlier start is continued. */
export interface FarmNote {
  key: string;
  done(step: string): string | undefined;
  finish(step: string, made: string): void;
}

/**
 * The note in a state directory; written at once in a new one, before the demo owner is created. Undefined in states that were made without
 * the farm, which stay without it.
 */
export function openFarmNote(dataDir: string): FarmNote | undefined {
  const path = join(dataDir, demoFiles.farmFile);
  const isNew = !existsSync(join(dataDir, demoFiles.noteFile));
  const known = existsSync(path) ? noteSchema.safeParse(parsed(readFileSync(path, 'utf8'))).data : undefined;
  if (!known && !isNew) return undefined;
  const note = known ?? { key: randomUUID(), done: {} };
  const write = () => replaceFile(path, `${JSON.stringify(note, null, 2)}\n`);
  if (!known) write();
  return {
    key: note.key,
    done: (step) => note.done[step],
    finish(step, made) {
      note.done[step] = made;
      write();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
