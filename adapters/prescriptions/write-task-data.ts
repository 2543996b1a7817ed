import type { PolygonRings } from '../../domain/geometry/multi-polygon.ts';
import type { Prescription, RatedGround } from '../../domain/prescriptions/prescription.ts';
import { finding } from '../../domain/prescriptions/prescription-finding.ts';
import { type RateUnit, rateUnitParts, squareMetresOf } from '../../domain/prescriptions/rate-units.ts';
import { setpoints } from '../../domain/prescriptions/task-rates.ts';
import { escapedXml } from '../../formats/markup.ts';
import { PrescriptionError } from './prescription-error.ts';

/** Codes of zones are 0 to 254 (ISO 11783-10, TZN); 0 is the ground outside of all polygons. */
const maxRates = 254;

/**
 * Writes task data of ISO 11783-10, version 4: one zone for each rate, with its polygons, and no rate for ground outside of them. Rates are rounded to the steps of the data
 * dictionary: 0.01 kg/ha, 0.0001 l/ha, 10 seeds/ha.
 *
 * @throws PrescriptionError if there is no unit, or there are more rates than zones.
 * @example const xml = writeTaskData({ ...prescription, unit: 'kg/ha' }, 'north');
 */
export function writeTaskData({ grounds, unit, column, otherwise = {} }: Prescription, name: string): string {
  if (!unit) throw new PrescriptionError(finding('unitMissing', {}));
  const { step, ddi, perStep, ofNitrogen } = scaleOf(unit);
  if (ofNitrogen) throw new PrescriptionError(finding('unitNotExpressible', {}, { unit }));
  const zones = new Map<number, RatedGround[]>();
  for (const ground of grounds) zones.set(ground.rate, [...(zones.get(ground.rate) ?? []), ground]);
  const fallbacks = [otherwise.initial, otherwise.positionLost, otherwise.outOfField].map((rate) => rate ?? 0);
  const rates = [...new Set([...zones.keys(), ...fallbacks.filter((rate) => rate !== 0)])].sort((a, b) => a - b);
  if (rates.length > maxRates) {
    throw new PrescriptionError(finding('tooManyRates', {}, { count: rates.length, limit: maxRates }));
  }
  const codeOf = (rate: number) => (rate === 0 && !zones.has(0) ? 0 : rates.indexOf(rate) + 1);
  const integer = (rate: number) => Math.round(rate / perStep);
  const value = (rate: number) => `<PDV A="${ddi}" B="${integer(rate)}" C="PDT1" E="VPN1"/>`;
  const elements = rates.map((rate) => {
    const polygons = (zones.get(rate) ?? []).flatMap(({ geometry }) => geometry.coordinates).map(polygonXml);
    return `    <TZN A="${codeOf(rate)}" B="${rate} ${attribute(unit)}">${value(rate)}${polygons.join('')}</TZN>`;
  });
  const [initial, lost, outside] = fallbacks.map(codeOf);
  return `<?xml version="1.0" encoding="UTF-8"?>
<ISO11783_TaskData VersionMajor="4" VersionMinor="3" ManagementSoftwareManufacturer="Furrow" ManagementSoftwareVersion="1" DataTransferOrigin="1">
  <PDT A="PDT1" B="${attribute(column.slice(0, 32))}"/>
  <VPN A="VPN1" B="0" C="${decimal(perStep)}" D="${decimalsOf(step)}" E="${attribute(unit)}"/>
  <TSK A="TSK1" B="${attribute(name.slice(0, 32))}" G="1" H="${initial}" I="${lost}" J="${outside}">
    <TZN A="0" B="Outside">${value(0)}</TZN>
${elements.join('\n')}
  </TSK>
</ISO11783_TaskData>
`;
}

/** How a rate becomes integers: `perStep` in its own unit. */
function scaleOf(unit: RateUnit) {
  const { dimension, factor, area, ofNitrogen } = rateUnitParts(unit);
  const { ddi, step } = setpoints[dimension];
  return { ddi, step, perStep: (step * squareMetresOf[area]) / (factor * squareMetresOf.ha), ofNitrogen };
}

function polygonXml(rings: PolygonRings): string {
  const lines = rings.map((ring, index) => {
    const points = ring.map(([x, y]) => `<PNT A="2" C="${y.toFixed(9)}" D="${x.toFixed(9)}"/>`);
    return `<LSG A="${index === 0 ? 1 : 2}">${points.join('')}</LSG>`;
  });
  return `<PLN A="2">${lines.join('')}</PLN>`;
}

/** A scale is a decimal without an exponent (ISO 11783-10, VPN). Ten digits that count show 120 gal/ac as 120, not as 120.0004. */
const decimal = (value: number) =>
  Number(value.toPrecision(10)).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
const decimalsOf = (step: number) => (step >= 1 ? 0 : Math.min(2, Math.round(-Math.log10(step))));

function attribute(text: string): string {
  return escapedXml(text).replace(/[\t\n]/g, ' ');
}
