import { expect } from 'vitest';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { type ProcessedSet, processUpload } from './process-upload.ts';

/** The result of an upload that holds one set and nothing else. */
export async function only(
  name: string,
  content: string | Uint8Array,
  settings: Partial<Settings> & { crop?: string } = {},
): Promise<ProcessedSet> {
  const { sets, problems } = await processUpload(name, content, settings);
  expect([sets.length, problems]).toEqual([1, []]);
  return sets[0] as ProcessedSet;
}

/** The properties of a set's standard points. */
export function pointsOf({ made }: ProcessedSet): Record<string, unknown>[] {
  const { features } = JSON.parse(String(made.standardGeojson)) as {
    features: { properties: Record<string, unknown> }[];
  };
  return features.map(({ properties }) => properties);
}
