import type { UserRows } from './user-rows.ts';

/** Metadata of an analysis. One query reads all files, so none of them can fail alone. */
export function metadataOf(rows: UserRows, counted: { files: number; points: number }) {
  return {
    totalFiles: counted.files,
    processedFiles: counted.files,
    failedFiles: 0,
    totalPoints: counted.points,
    processingTimeMs: rows.elapsed(),
    sampleRate: 100,
    errors: [],
  };
}
