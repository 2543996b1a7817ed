import type { Element } from '@xmldom/xmldom';
import { soilArchiveLimits } from '../../../domain/soil/batch/soil-limits.ts';
import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import { ConversionError } from '../../boundary-files/conversion.ts';
import { readXmlDocument } from '../../xml.ts';
import { type Leaf, modusAccount } from '../modus/modus-account.ts';
import { type ModusEvent, type ModusSample, modusEvents } from '../modus/modus-events.ts';
import type { SoilFormat, SoilSource } from '../soil-format.ts';

/** MODUS 1 as XML: a `ModusResult` of events. */
export const modusXml: SoilFormat = {
  key: 'modus1Xml',
  recognises: ({ head }) => /<(?:[\w.-]{1,60}:)?Modus(?:Result|Submit)[\s>]/.test(head),
  async read(file, { log }) {
    const root = await rootOf(file);
    if (root.localName === 'ModusSubmit') {
      const message =
        'The file is an order to a laboratory (ModusSubmit), which has no results. Upload the results that the laboratory sends back (ModusResult).';
      throw new SoilRefused({ key: 'orderWithoutResults', message });
    }
    return {
      events: modusEvents(children(root, 'Event').map(eventOf), file.name, this.key, log),
      account: modusAccount(leavesOf(root), file.name, log),
    };
  },
};

/** The attributes and texts of a tree. */
function* leavesOf(element: Element, above: readonly string[] = []): Generator<Leaf> {
  const name = element.localName ?? element.nodeName;
  const names = [...above, name];
  for (const { localName, nodeName, value } of Array.from(element.attributes)) {
    if (value.trim() !== '' && !nodeName.startsWith('xmlns')) yield { name: localName ?? nodeName, above: names };
  }
  const inside = elementsOf(element);
  for (const one of inside) yield* leavesOf(one, names);
  if (inside.length === 0 && element.textContent?.trim()) yield { name, above };
}

async function rootOf(file: SoilSource): Promise<Element> {
  try {
    const { documentElement } = await readXmlDocument(file, soilArchiveLimits);
    if (documentElement) return documentElement;
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    const { code, message } = error.problem;
    throw new SoilRefused({ key: code, message }, { cause: error });
  }
  throw new SoilRefused({ key: 'malformedXml', message: 'The XML has no elements.' });
}

function eventOf(event: Element): ModusEvent {
  const profile = path(event, 'FMISMetaData', 'FMISProfile');
  const lab = child(event, 'LabMetaData');
  const meta = child(event, 'EventMetaData');
  const soil = path(event, 'EventSamples', 'Soil');
  const kinds = path(event, 'EventMetaData', 'EventType');
  const reports = elementsOf(child(lab, 'Reports'));
  return {
    date: textOf(meta, 'EventDate'),
    kind: soil ? 'Soil' : (elementsOf(kinds)[0]?.localName ?? 'unknown'),
    grower: named(child(profile, 'Grower')),
    farm: named(child(profile, 'Farm')),
    field: named(child(profile, 'Field')),
    lab: {
      name: textOf(lab, 'LabName'),
      reportNumber: textOf(reports[0], 'LabReportID') ?? textOf(lab, 'LabEventID'),
      receivedDate: textOf(lab, 'ReceivedDate'),
      processedDate: textOf(lab, 'ProcessedDate'),
    },
    depths: children(child(soil, 'DepthRefs'), 'DepthRef').map((one) => ({
      id: one.getAttribute('DepthID') ?? '',
      top: textOf(one, 'StartingDepth'),
      bottom: textOf(one, 'EndingDepth'),
      unit: textOf(one, 'DepthUnit'),
    })),
    samples: children(soil, 'SoilSample').map(sampleOf),
    others: elementsOf(child(event, 'EventSamples')).flatMap(({ localName, childNodes }) => {
      const count = Array.from(childNodes).filter((node) => /Sample$/.test((node as Element).localName ?? '')).length;
      return localName && localName !== 'Soil' && count > 0 ? [{ kind: localName, count }] : [];
    }),
  };
}

function sampleOf(sample: Element): ModusSample {
  const meta = child(sample, 'SampleMetaData');
  return {
    number: textOf(meta, 'SampleNumber'),
    ids: ['FMISSampleID', 'SampleContainerID', 'ReportID'].flatMap((name) => textOf(meta, name) ?? []),
    geometry: textOf(meta, 'Geometry'),
    depths: children(child(sample, 'Depths'), 'Depth').map((depth) => ({
      id: depth.getAttribute('DepthID') ?? '',
      results: children(child(depth, 'NutrientResults'), 'NutrientResult').map((one) => ({
        element: textOf(one, 'Element'),
        value: textOf(one, 'Value'),
        unit: textOf(one, 'ValueUnit'),
        test: textOf(one, 'ModusTestID'),
      })),
    })),
  };
}

function elementsOf(parent: Element | undefined): Element[] {
  return parent ? (Array.from(parent.childNodes).filter(({ nodeType }) => nodeType === 1) as Element[]) : [];
}

function children(parent: Element | undefined, name: string): Element[] {
  return elementsOf(parent).filter(({ localName }) => localName === name);
}

function child(parent: Element | undefined, name: string): Element | undefined {
  return children(parent, name)[0];
}

function path(from: Element, ...names: string[]): Element | undefined {
  return names.reduce<Element | undefined>(child, from);
}

/** The text of a child without spaces around it; undefined where it is missing, empty or nil. */
function textOf(parent: Element | undefined, name: string): string | undefined {
  return child(parent, name)?.textContent?.trim() || undefined;
}

/** Names are attributes or text, depending on the laboratory. */
function named(element: Element | undefined): string | undefined {
  return element?.textContent?.trim() || element?.getAttribute('ID')?.trim() || undefined;
}
