import { readFile } from 'node:fs/promises';
import { decodeText } from '../../../domain/boundary-files/text-encoding.ts';
import { maxTextBytes } from '../../../domain/soil/batch/soil-limits.ts';
import { SoilRefused } from '../../../domain/soil/reading-problems.ts';
import { at, entries, leavesOf, listOf, text } from '../modus/json-members.ts';
import { modusAccount } from '../modus/modus-account.ts';
import { type ModusEvent, type ModusSample, modusEvents } from '../modus/modus-events.ts';
import type { SoilFormat, SoilSource } from '../soil-format.ts';

/** MODUS 1 as JSON, as the tools of oats-center/modus and the schemas of OADA write it. */
export const modusJson: SoilFormat = {
  key: 'modus1Json',
  recognises: ({ kind, head }) =>
    (kind === 'json' || kind === 'geojson') && /"(?:EventSamples|EventMetaData)"\s{0,9}:/.test(head),
  async read(file, { log }) {
    const root = await readJson(file);
    const events = listOf(at(root, 'Events') ?? at(root, 'ModusResult', 'Events'));
    return {
      events: modusEvents(events.map(eventOf), file.name, this.key, log),
      account: modusAccount(leavesOf(root), file.name, log),
    };
  },
};

/** @throws SoilRefused for text that is no JSON. */
export async function readJson(file: SoilSource): Promise<unknown> {
  if (file.bytes > maxTextBytes)
    throw new SoilRefused({ key: 'fileTooLarge', message: 'The JSON is too large to be read.' });
  try {
    return JSON.parse(decodeText(await readFile(file.path)).text);
  } catch (error) {
    throw new SoilRefused(
      { key: 'malformedJson', message: `The JSON cannot be read: ${(error as Error).message}.` },
      { cause: error },
    );
  }
}

function eventOf(event: unknown): ModusEvent {
  const profile = at(event, 'FMISMetaData', 'FMISProfile');
  const lab = at(event, 'LabMetaData');
  const soil = at(event, 'EventSamples', 'Soil');
  const others = entries(at(event, 'EventSamples')).flatMap(([kind, samples]) => {
    const count = listOf(at(samples, `${kind}Samples`)).length;
    return kind !== 'Soil' && count > 0 ? [{ kind, count }] : [];
  });
  return {
    kind: soil ? 'Soil' : (others[0]?.kind ?? 'unknown'),
    date: text(event, 'EventMetaData', 'EventDate'),
    grower: text(profile, 'Grower'),
    farm: text(profile, 'Farm'),
    field: text(profile, 'Field'),
    lab: {
      name: text(lab, 'LabName'),
      reportNumber: text(listOf(at(lab, 'Reports'))[0], 'LabReportID') ?? text(lab, 'LabEventID'),
      receivedDate: text(lab, 'ReceivedDate'),
      processedDate: text(lab, 'ProcessedDate'),
    },
    depths: listOf(at(soil, 'DepthRefs')).map((one) => ({
      id: text(one, 'DepthID') ?? '',
      top: text(one, 'StartingDepth'),
      bottom: text(one, 'EndingDepth'),
      unit: text(one, 'DepthUnit'),
    })),
    samples: listOf(at(soil, 'SoilSamples')).map(sampleOf),
    others,
  };
}

function sampleOf(sample: unknown): ModusSample {
  const meta = at(sample, 'SampleMetaData');
  return {
    number: text(meta, 'SampleNumber'),
    ids: ['FMISSampleID', 'SampleContainerID', 'ReportID'].flatMap((name) => text(meta, name) ?? []),
    geometry: text(meta, 'Geometry', 'wkt') ?? text(meta, 'Geometry'),
    depths: listOf(at(sample, 'Depths')).map((depth) => ({
      id: text(depth, 'DepthID') ?? '',
      results: listOf(at(depth, 'NutrientResults')).map((one) => ({
        element: text(one, 'Element'),
        value: text(one, 'Value'),
        unit: text(one, 'ValueUnit'),
        test: text(one, 'ModusTestID'),
      })),
    })),
  };
}
