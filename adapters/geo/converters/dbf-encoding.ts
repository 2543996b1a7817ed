import { encodingNamed } from '../../../domain/boundary-files/text-encoding.ts';

/** The language driver byte of a dBase header, for the code pages that can be decoded. */
const languageDrivers: Record<number, string> = {
  1: 'cp437',
  2: 'cp850',
  3: 'windows-1252',
  19: 'shift_jis',
  38: 'ibm866',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  87: 'windows-1252',
  101: 'ibm866',
  120: 'big5',
  121: 'euc-kr',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  125: 'windows-1255',
  126: 'windows-1256',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
  204: 'windows-1257',
};

const namesOfPages: Record<string, string> = {
  '437': 'cp437',
  '850': 'cp850',
  '866': 'ibm866',
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '65001': 'utf-8',
};

export function encodingOfLanguageDriver(byte: number): string | undefined {
  return languageDrivers[byte];
}

/** Reads a .cpg file: `UTF-8`, `1252`, `ANSI 1251`, `OEM 866`, `ISO-8859-1`, `88591` are all in use. */
export function encodingOfCodePageFile(content: string): string | undefined {
  const name = content
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .toLowerCase();
  const known = /^\d+$/.test(name) ? undefined : encodingNamed(name);
  if (known) return known;
  const iso = /^(?:iso)?[\s_-]*8859[\s_-]*(\d{1,2})$/.exec(name)?.[1];
  if (iso) return encodingNamed(`iso-8859-${iso}`);
  const page = /(\d{3,5})$/.exec(name)?.[1];
  return page ? encodingNamed(namesOfPages[page] ?? `windows-${page}`) : undefined;
}
