import { encodingNamed } from '../../../domain/boundary-files/text-encoding.ts';

/** The language driver bytes of dBase headers by code page, for those that can be decoded (GDAL, ogrshapelayer.cpp). */
const languageDrivers: Record<string, number[]> = {
  cp437: [1, 9, 11, 13, 15, 17, 21, 24, 25, 27],
  cp850: [2, 10, 14, 16, 18, 20, 22, 26, 29, 37, 55],
  'windows-1252': [3, 87, 88, 89],
  cp865: [8, 23, 102],
  shift_jis: [19, 123],
  cp863: [28, 108],
  cp852: [31, 34, 35, 64, 100, 135],
  cp860: [36],
  ibm866: [38, 101],
  gbk: [77, 122],
  'euc-kr': [78, 121],
  big5: [79, 120],
  'windows-874': [80, 124],
  cp861: [103],
  cp857: [107, 136],
  'windows-1255': [125],
  'windows-1256': [126],
  'windows-1250': [200],
  'windows-1251': [201],
  'windows-1254': [202],
  'windows-1253': [203],
  'windows-1257': [204],
};

const namesOfPages: Record<string, string> = {
  '437': 'cp437',
  '850': 'cp850',
  '852': 'cp852',
  '857': 'cp857',
  '860': 'cp860',
  '861': 'cp861',
  '863': 'cp863',
  '865': 'cp865',
  '866': 'ibm866',
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '65001': 'utf-8',
};

export function encodingOfLanguageDriver(byte: number): string | undefined {
  return Object.keys(languageDrivers).find((page) => languageDrivers[page]?.includes(byte));
}

/** Parses a .cpg file: `UTF-8`, `1252`, `ANSI 1251`, `OEM 866`, `ISO-8859-1`, `88591` are all in use. */
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
