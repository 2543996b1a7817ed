import { readFile } from 'node:fs/promises';
import { decodeText } from '../../../domain/boundary-files/text-encoding.ts';
import { maxTextBytes } from '../../../domain/soil/batch/soil-limits.ts';
import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import { findTables } from '../../../domain/soil/tables/find-tables.ts';
import type { SoilFormat } from '../soil-format.ts';
import { readCsv } from '../tables/csv.ts';
import { readSheets } from '../tables/read-sheets.ts';

/** Any table as text whose headings name properties of soil, or places of samples. */
export const csv: SoilFormat = {
  key: 'csv',
  recognises({ head, kind, name }, { columns }) {
    if (kind !== 'other' || head.includes('\0')) return false;
    const table = readCsv(head);
    return table !== undefined && findTables({ file: name, rows: table.rows }, columns).length > 0;
  },
  async read(file, context) {
    if (file.bytes > maxTextBytes) throw new SoilRefused({ key: 'fileTooLarge', message: tooLarge });
    const { text, assumed, encoding } = decodeText(await readFile(file.path));
    if (assumed) context.log.add('assumedEncoding', file.name, encoding);
    const { rows, delimiter } = readCsv(text) ?? { rows: [], delimiter: ',' };
    return readSheets([{ file: file.name, rows }], this.key, delimiter, context);
  },
};

const tooLarge = `The table has more than ${maxTextBytes / 1024 ** 2} MB. Divide it into several files, and upload each in a zip.`;
