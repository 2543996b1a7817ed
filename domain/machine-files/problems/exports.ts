import { shownColumns } from '../points/needed-columns.ts';

/** Problems of tables and layers that programs export: what they do not say, and lines that nobody can read. */
export const exportProblems = {
  unevenLines: {
    severity: 'warning' as const,
    message: ({ count, firstLine, columns }: { count: number; firstLine: number; columns: number }) =>
      `${count === 1 ? `Line ${firstLine} has` : `${count.toLocaleString('en')} lines (the first is line ${firstLine}) have`} another number of values than the table's ${columns.toLocaleString('en')} columns, and ${count === 1 ? 'was' : 'were'} left out.`,
    hint: 'Nothing tells which of its values belongs to which column. Look at the line for a delimiter within a value, such as a decimal comma or a comma in a name, put quotation marks around it, and upload the file again.',
  },
  unknownCropCodes: {
    severity: 'warning' as const,
    message: ({ codes }: { codes: string[] }) =>
      `The file has numbers in place of crops, which it does not explain: ${shownColumns(codes)}.`,
    hint: 'Their points have no crop. Upload the export with the -Deere-Metadata.json beside it, or name the crop as PUT /batch/{batchId}/retry?crop=wheat.',
  },
  layersWithoutWork: {
    severity: 'warning' as const,
    message: ({ layers }: { layers: string[] }) =>
      `Layers without recorded work were not read as machine data: ${shownColumns(layers)}.`,
    hint: 'Outlines become field boundaries in an upload of any kind, or with POST /services/uploadservice/api/upload.',
  },
  otherLayers: {
    severity: 'warning' as const,
    message: ({ read, left }: { read: string; left: string[] }) =>
      `Of several layers with recorded work, the one with the most features was read (${shownColumns([read])}), and these were left out: ${shownColumns(left)}.`,
    hint: 'Export each layer as a file of its own and upload them together.',
  },
};
