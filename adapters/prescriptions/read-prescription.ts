import { stat } from 'node:fs/promises';
import type { Prescription } from '../../domain/prescriptions/prescription.ts';
import { finding } from '../../domain/prescriptions/prescription-finding.ts';
import type { InspectionOrder } from '../../domain/prescriptions/prescription-reader.ts';
import { sniff } from '../archives/sniff.ts';
import { ConversionError, reasonOf } from '../boundary-files/conversion.ts';
import { unpackedZip } from './check-zip.ts';
import { PrescriptionError } from './prescription-error.ts';
import { readGeoJsonPrescription } from './read-geojson.ts';
import { readShapefilePrescription } from './read-shapefile.ts';
import { readTaskPrescription } from './read-task-data.ts';

/**
 * Reads a prescription: a shapefile, GeoJSON or ISO 11783 task data, the last two also without a zip around them.
 *
 * @param folder an existing folder for the files of a zip.
 * @throws PrescriptionError with the finding that ends the reading.
 */
export async function readPrescription(
  path: string,
  folder: string,
  { fileName, rateColumn, rateUnit }: Pick<InspectionOrder, 'fileName' | 'rateColumn' | 'rateUnit'>,
): Promise<Prescription> {
  const kind = await sniff(path);
  const { size: bytes } = await stat(path);
  const { files, findings } =
    kind === 'zip' ? await unpackedZip(path, folder) : { files: [{ name: fileName, path, bytes, kind }], findings: [] };
  const read = await withProblems(async () => {
    const task = files.find(
      ({ name, kind: content }) => content === 'isoxml' && (kind !== 'zip' || /(^|\/)TASKDATA\.XML$/i.test(name)),
    );
    if (task)
      return readTaskPrescription(
        kind === 'zip' ? files : [{ ...task, name: 'TASKDATA.XML' }],
        kind === 'zip' ? task : { ...task, name: 'TASKDATA.XML' },
        rateColumn,
      );
    if (files.some(({ name }) => /\.shp$/i.test(name))) return readShapefilePrescription(files, rateColumn, rateUnit);
    const json = files.find(({ kind: content }) => content === 'geojson');
    if (json) return readGeoJsonPrescription(json, rateColumn, rateUnit);
    throw new PrescriptionError(findings[0] ?? finding('formatUnknown', {}));
  });
  return { ...read, findings: [...findings, ...read.findings] };
}

/** Problems of XML, which all uploads share, become findings. */
async function withProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new PrescriptionError(finding('malformed', { entry: error.problem.file }, { reason: reasonOf(error) }));
  }
}
