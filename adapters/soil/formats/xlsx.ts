import { maxTextBytes, soilArchiveLimits } from '../../../domain/soil/batch/soil-limits.ts';
import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import type { Sheet } from '../../../domain/soil/tables/sheet.ts';
import { ConversionError } from '../../boundary-files/conversion.ts';
import { readXml } from '../../xml.ts';
import type { SoilFormat, SoilSource } from '../soil-format.ts';
import { readSheets } from '../tables/read-sheets.ts';
import { dateStyles } from '../xlsx/date-styles.ts';
import { readSheet, sharedStrings, type Workbook } from '../xlsx/read-sheet.ts';
import { attributeIn, xmlParts } from '../xlsx/xml-tags.ts';

/**
 * Workbooks of Office Open XML. The upload's unpacking has unpacked them too, so that the limits of archives hold for
 * them: the main file is their `workbook.xml`.
 */
export const xlsx: SoilFormat = {
  key: 'xlsx',
  recognises: ({ head, name }) => name.endsWith('/xl/workbook.xml') && head.includes('<') && /spreadsheetml/.test(head),
  async read(file, context) {
    const folder = file.name.slice(0, -'workbook.xml'.length);
    const book = folder.slice(0, -'/xl/'.length);
    const member = (name: string) => context.files.find((one) => one.name === folder + name);
    const text = async (name: string) => {
      const found = member(name);
      return found ? await guarded(found) : '';
    };
    const main = await guarded(file);
    const workbook: Workbook = {
      strings: sharedStrings(await text('sharedStrings.xml')),
      dates: dateStyles(await text('styles.xml')),
      isFrom1904: isFrom1904(main),
    };
    const targets = targetsOf(await text('_rels/workbook.xml.rels'));
    const sheets: Sheet[] = [];
    for (const { name, id } of sheetsOf(main)) {
      const xml = await text((targets.get(id) ?? '').replace(/^\/xl\//, ''));
      const { rows, merges, withoutValue } = readSheet(xml, workbook);
      if (withoutValue > 0) context.log.add('formulaWithoutValue', book, name, withoutValue);
      sheets.push({ file: book, name, rows, merges });
    }
    try {
      return readSheets(sheets, this.key, '\t', context);
    } catch (error) {
      if (error instanceof SoilRefused) throw new SoilRefused({ ...error.refusal, file: book });
      throw error;
    }
  },
};

async function guarded(file: SoilSource): Promise<string> {
  try {
    return await readXml(file, { ...soilArchiveLimits, xmlBytes: maxTextBytes });
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const { code, message } = error.problem;
    throw new SoilRefused({ key: code, message, file: file.name }, { cause: error });
  }
}

function isFrom1904(xml: string): boolean {
  return [...xmlParts(xml)].some(
    (part) =>
      part.kind === 'open' &&
      part.name === 'workbookPr' &&
      /^(?:1|true)$/.test(attributeIn(part.attributes, 'date1904') ?? ''),
  );
}

/** The sheets of a workbook in their order, each with the id of its file. */
function sheetsOf(xml: string): { name: string; id: string }[] {
  return [...xmlParts(xml)].flatMap((part) => {
    if (part.kind !== 'open' || part.name !== 'sheet') return [];
    const id = attributeIn(part.attributes, 'r:id') ?? /:id="([^"]*)"/.exec(part.attributes)?.[1] ?? '';
    return [{ name: attributeIn(part.attributes, 'name') ?? '', id }];
  });
}

function targetsOf(xml: string): Map<string, string> {
  const targets = new Map<string, string>();
  for (const part of xmlParts(xml)) {
    if (part.kind !== 'open' || part.name !== 'Relationship') continue;
    targets.set(attributeIn(part.attributes, 'Id') ?? '', attributeIn(part.attributes, 'Target') ?? '');
  }
  return targets;
}
