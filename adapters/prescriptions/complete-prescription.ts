import { type MultiPolygon, multiPolygon } from '../../domain/geometry/multi-polygon.ts';
import { hasArea } from '../../domain/geometry/rings.ts';
import { decodeWkb, encodeWkb } from '../../domain/geometry/wkb.ts';
import type { Prescription } from '../../domain/prescriptions/prescription.ts';
import { finding } from '../../domain/prescriptions/prescription-finding.ts';
import type { InspectionOrder } from '../../domain/prescriptions/prescription-reader.ts';
import { loadGdal } from '../gdal/gdal.ts';
import { PrescriptionError } from './prescription-error.ts';

/** Gives the ground of the field that has no rate one of its own. */
export function withRest(prescription: Prescription, { field, restRate }: InspectionOrder): Prescription {
  if (restRate === undefined || !field) return prescription;
  const gdal = loadGdal();
  if (!gdal) {
    const reason = 'The ground of the field without a zone needs GDAL, which is not installed here.';
    throw new PrescriptionError(finding('readingFailed', {}, { reason }));
  }
  const toGdal = ({ coordinates }: MultiPolygon) => gdal.Geometry.fromWKB(Buffer.from(encodeWkb(coordinates)));
  const rated = prescription.grounds.reduce((rest, { geometry }) => rest.difference(toGdal(geometry)), toGdal(field));
  const polygons = decodeWkb(rated.toWKB()).polygons.filter(hasArea);
  if (polygons.length === 0) return prescription;
  return { ...prescription, grounds: [...prescription.grounds, { geometry: multiPolygon(polygons), rate: restRate }] };
}

/** Gives a prescription whose file states no unit that of the request. @throws PrescriptionError if the file states another. */
export function withUnit(prescription: Prescription, { rateUnit }: InspectionOrder): Prescription {
  const { unit } = prescription;
  if (!rateUnit || unit === rateUnit) return prescription;
  if (!unit) return { ...prescription, unit: rateUnit };
  throw new PrescriptionError(finding('unitContradicts', {}, { stated: unit, given: rateUnit }));
}
