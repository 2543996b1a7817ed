import { strToU8, zipSync } from 'fflate';
import type { BoundarySet } from '../../../domain/boundary-files/boundary-set.ts';
import { pickName } from '../../../domain/boundary-files/field-name.ts';
import type { BoundaryLimits } from '../../../domain/boundary-files/limits.ts';
import { problem } from '../../../domain/boundary-files/problem.ts';
import { GeometryShapeError, widenGeoJson } from '../../../domain/geometry/widen.ts';
import { readXml } from '../../xml.ts';
import { ConversionError, type Converter, reasonOf } from '../conversion.ts';

/** The polygon type of a partfield's outline (ISO 11783-10, PLN attribute A); others are obstacles, zones and roads. */
const outlineType = '1';

/** An empty list of links: the reader refuses task data that names a missing list, which never contains boundaries. */
const emptyLinkList = '<ISO11783LinkList VersionMajor="4" VersionMinor="0" TaskDataTransferOrigin="1"/>';

/** The parts of parsed task data that are used here. */
interface TaskData {
  attributes: { Partfield?: Partfield[] };
}

interface Partfield {
  attributes: {
    PartfieldDesignator?: string;
    PolygonnonTreatmentZoneonly?: { attributes: { PolygonType?: string } }[];
  };
  toGeoJSON(): unknown;
}

/** Reads the partfields of ISO 11783 task data, with their designators as names. */
export const readIso11783: Converter = async function* readIso11783(set, { limits, report }) {
  const { partfields, zones } = await parseTaskData(set, limits);
  if (partfields.length > 0 && zones > 0) report(problem('treatmentZones', { file: set.file }, { zones }));
  let feature = 0;
  for (const partfield of partfields) {
    const number = ++feature;
    yield {
      feature: number,
      read: () => ({
        name: pickName([partfield.attributes.PartfieldDesignator]),
        geometry: outline(partfield, set.file, number),
      }),
    };
  }
};

/** The partfields, and the number of zones of a prescription that nothing was recorded for. */
async function parseTaskData(
  set: BoundarySet,
  limits: BoundaryLimits,
): Promise<{ partfields: Partfield[]; zones: number }> {
  const { main, ...external } = set.members;
  if (!main) return { partfields: [], zones: 0 };
  let zones = 0;
  const files: Record<string, Uint8Array> = { 'TASKDATA/LINKLIST.XML': strToU8(emptyLinkList) };
  for (const [name, file] of Object.entries({ ...external, 'TASKDATA.XML': main })) {
    const text = await readXml(file, limits);
    files[`TASKDATA/${name}`] = strToU8(text);
    zones += text.includes('<TLG') ? 0 : text.split('<TZN').length - 1;
  }
  try {
    // Loaded here because it brings a geometry library of its own, which the other formats do not need.
    const { ISOXMLManager } = await import('isoxml');
    const manager = new ISOXMLManager();
    await manager.parseISOXMLFile(zipSync(files, { level: 0 }), 'application/zip');
    return { partfields: (manager.rootElement as unknown as TaskData).attributes.Partfield ?? [], zones };
  } catch (error) {
    const reason = reasonOf(error);
    throw new ConversionError(
      problem('unreadableFile', { file: set.file }, { format: 'ISO 11783 task data', reason }),
      { cause: error },
    );
  }
}

function outline(partfield: Partfield, file: string, feature: number) {
  const { attributes } = partfield;
  const polygons = attributes.PolygonnonTreatmentZoneonly ?? [];
  attributes.PolygonnonTreatmentZoneonly = polygons.filter(
    ({ attributes: { PolygonType } }) => PolygonType === outlineType,
  );
  try {
    return widenGeoJson(partfield.toGeoJSON());
  } catch (error) {
    const reason = error instanceof GeometryShapeError ? error.message : `cannot be read: ${reasonOf(error)}`;
    throw new ConversionError(problem('malformedGeometry', { file, feature }, { reason }), { cause: error });
  }
}
