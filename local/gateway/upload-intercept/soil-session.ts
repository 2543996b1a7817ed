import { plainFileName } from '../../../functions/http/body/file-name.ts';

/** The body of the session for zips of soil results. Parameters that are no JSON go there as they are, and are refused there. */
export function soilSession(query: URLSearchParams, files: readonly { fileName: string; sizeBytes: number }[]): object {
  const { lab, defaultUnits, columns, ...parameters } = Object.fromEntries(query);
  const soil = {
    ...(lab !== undefined && { lab }),
    ...(defaultUnits !== undefined && { defaultUnits: json(defaultUnits) }),
    ...(columns !== undefined && { columns: json(columns) }),
  };
  return {
    ...parameters,
    target: 'soilSamples',
    files: files.map(({ fileName, sizeBytes }) => ({ fileName: plainFileName(fileName), sizeBytes })),
    ...(Object.keys(soil).length > 0 && { soil }),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
