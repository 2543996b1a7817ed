import type { SoilRefusal } from './soil-reader.ts';

/** What is known of a file that no reader takes. */
export interface ForeignFile {
  name: string;
  /** Its first bytes, as Latin 1 and as text. */
  bytes: string;
  text: string;
}

/** A kind of files that cannot be read, by its content, and what to do about it. */
interface ForeignKind {
  key: string;
  recognises(file: ForeignFile): boolean;
  message: string;
}

const ask = 'Ask the laboratory for MODUS XML, CSV, xlsx or a shapefile, and upload that in a zip.';
const exported =
  'Export the results as a shapefile, CSV, xlsx or MODUS XML in the program that wrote the file, and upload that in a zip.';

/** In the order in which they are tried; the last takes every binary file. */
const kinds: ForeignKind[] = [
  { key: 'pdf', recognises: ({ bytes }) => bytes.startsWith('%PDF'), message: `A PDF report cannot be read. ${ask}` },
  {
    key: 'image',
    recognises: ({ bytes }) => /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|II\*\0|MM\0\*)/.test(bytes),
    message: `A picture cannot be read. ${ask}`,
  },
  {
    key: 'oldWorkbook',
    recognises: ({ bytes }) => bytes.startsWith('\xd0\xcf\x11\xe0'),
    message: 'Workbooks of the older kind (.xls) cannot be read. Save it as .xlsx, and upload that in a zip.',
  },
  {
    key: 'openDocument',
    recognises: ({ name, text }) => name.endsWith('/content.xml') && text.includes('opendocument'),
    message: 'OpenDocument spreadsheets cannot be read. Save it as .xlsx or CSV, and upload that in a zip.',
  },
  {
    key: 'accessDatabase',
    recognises: ({ bytes }) => /^.{4}Standard (?:Jet|ACE) DB/s.test(bytes),
    message: `Access databases and backups made of them cannot be read. ${exported}`,
  },
  {
    key: 'database',
    recognises: ({ bytes }) => bytes.startsWith('SQLite format 3'),
    message: `Databases cannot be read. ${exported}`,
  },
  {
    key: 'otherArchive',
    recognises: ({ bytes }) => ['7z\xbc\xaf', 'Rar!', '\x1f\x8b'].some((mark) => bytes.startsWith(mark)),
    message: 'Only zip archives are unpacked. Put the files themselves into a zip.',
  },
  {
    key: 'feedResults',
    recognises: ({ text }) => /<Standard_XML_Data[\s>]/.test(text),
    message: 'The file has results of feed (Standardized XML), and not of soil. Upload the results of soil samples.',
  },
  {
    key: 'unknownXml',
    recognises: ({ text }) => /^\s*<(?:\?xml|[A-Za-z])/.test(text),
    message: `The XML is no MODUS, and no other form of it has a public description. ${ask}`,
  },
  {
    key: 'undescribedBinary',
    recognises: ({ bytes }) => bytes.includes('\0'),
    message: `The file has a form that its maker does not describe, as the files of SST (SoilMapshots, backups) and of Veris. ${exported}`,
  },
];

/** Why a file cannot be read, if it is of a kind that is known. */
export function refusalOfForeign(file: ForeignFile): SoilRefusal | undefined {
  const kind = kinds.find(({ recognises }) => recognises(file));
  return kind && { key: kind.key, message: kind.message, file: file.name };
}
