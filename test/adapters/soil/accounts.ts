import { unzipSync } from 'fflate';
import type { SoilAccount, SoilReading } from '../../../domain/soil/soil-reading.ts';

/** Cells of a reading that its account does not explain. */
export function balanceOf({ account, events, warnings }: SoilReading): number {
  const results = events.flatMap(({ samples }) => samples).reduce((sum, one) => sum + one.results.length, 0);
  const left = warnings.reduce((sum, { cells }) => sum + (cells?.count ?? 0), 0);
  if (results !== account.results || left !== account.warnings) return Number.NaN;
  return account.cells - account.results - account.metadata - account.warnings;
}

export function accountLine(name: string, { cells, results, metadata, warnings }: SoilAccount): string {
  return `${name}: ${cells} cells = ${results} results + ${metadata} metadata + ${warnings} in warnings`;
}

/** Cells with content, counted by no code of the reader: undefined for files that are no tables. */
export async function cellsCounted(name: string, content: Buffer): Promise<number | undefined> {
  if (name.endsWith('.csv')) return cellsOfText(content.toString('latin1'));
  if (!name.endsWith('.xlsx')) return undefined;
  const parts = unzipSync(content);
  const strings = [...textOf(parts['xl/sharedStrings.xml']).matchAll(/<si>(.*?)<\/si>/gs)].map(([, one = '']) =>
    plain(one),
  );
  return Object.keys(parts)
    .filter((part) => /^xl\/worksheets\/[^/]+\.xml$/.test(part))
    .reduce((sum, part) => sum + cellsOfSheet(textOf(parts[part]), strings), 0);
}

const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();
const plain = (xml: string) => xml.replaceAll(/<rPh.*?<\/rPh>|<[^>]*>/gs, '').trim();

function cellsOfSheet(xml: string, strings: string[]): number {
  return [...xml.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].filter(([, attributes = '', inside = '']) => {
    const value = plain(inside.replaceAll(/<f\b.*?(?:<\/f>|\/>)/gs, ''));
    return attributes.includes('t="s"') ? strings[Number(value)] !== '' : value !== '';
  }).length;
}

function cellsOfText(text: string): number {
  const delimiter = text.split('\n', 1)[0]?.includes(';') ? ';' : ',';
  const cells = text
    .split(/\r?\n/)
    .flatMap((line) =>
      line.replaceAll(/"([^"]*)"/g, (_, inside: string) => inside.replaceAll(delimiter, ' ')).split(delimiter),
    );
  return cells.filter((cell) => cell.trim() !== '').length;
}
