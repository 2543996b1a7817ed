import type { UserRows } from './user-rows.ts';

/** What an analysis tells of itself. One query reads all files, so that none of them can fail by itself. */
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
