import { readFile } from 'node:fs/promises';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { multiPolygon, type PolygonRings, type Ring } from '../../domain/geometry/multi-polygon.ts';
import type { Prescription, RatedGround } from '../../domain/prescriptions/prescription.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { highestRate } from '../../domain/prescriptions/rate-columns.ts';
import { amountText } from '../../domain/prescriptions/rate-units.ts';
import { type Presentation, rateEntry, shownUnit } from '../../domain/prescriptions/task-rates.ts';
import { elementsOf, nameOf, readTaskData, type TaskElement } from '../machine-files/converters/iso/task-data.ts';
import { PrescriptionError } from './prescription-error.ts';
import { groundsOfGrid } from './task-grid.ts';

/** A value that zones prescribe: one product, by its position among the values of a zone. */
interface Treatment {
  column: string;
  position: number;
  toRate(integer: number): number;
  unit: NonNullable<Prescription['unit']>;
  findings: PrescriptionFinding[];
}

/**
 * Reads task data of ISO 11783-10: zones with polygons, or a grid of type 1 (codes of zones) or 2 (values).
 *
 * @param column the product or DDI to read; the first by default.
 * @throws PrescriptionError
 */
export async function readTaskPrescription(
  files: readonly UnpackedFile[],
  main: UnpackedFile,
  column: string | undefined,
): Promise<Prescription> {
  const folder = main.name.slice(0, main.name.lastIndexOf('/') + 1);
  const beside = files.filter(({ name }) => name.startsWith(folder));
  const members = Object.fromEntries(beside.map((file) => [file.name.slice(folder.length).toUpperCase(), file]));
  const root = await readTaskData(members);
  const task = elementsOf(root, 'TSK').find((one) => gridOf(one) || zonesOf(one).some(hasPolygon));
  if (!task) throw new PrescriptionError(finding('noTreatment', { entry: main.name }));
  const grid = gridOf(task);
  const template = grid?.attributes.I === '2' ? zoneOf(task, grid.attributes.J) : zonesOf(task)[0];
  const all = treatmentsOf(root, template, main.name);
  const treatment = column === undefined ? all[0] : all.find((one) => one.column === column);
  if (!treatment) {
    const names = all.map((one) => one.column);
    throw new PrescriptionError(
      finding('columnMissing', { entry: main.name, column: column ?? '' }, { columns: names }),
    );
  }
  const findings: PrescriptionFinding[] = [];
  if (all.length > 1 && column === undefined) {
    const names = all.map((one) => one.column);
    findings.push(finding('severalTreatments', { entry: main.name }, { names, read: treatment.column }));
  }
  const integers: number[] = [];
  const rateOf = (integer: number) => {
    integers.push(integer);
    return treatment.toRate(integer);
  };
  const highest = highestRate(treatment.unit);
  const isPossible = (rate: number) => rate >= 0 && rate <= highest;
  const impossible: string[] = [];
  const rateOfZone = (zone: TaskElement): number | undefined => {
    const value = valuesOf(zone)[treatment.position]?.attributes.B?.trim();
    if (!value) return undefined;
    const rate = rateOf(Number(value));
    // The zone that describes the cells of a grid of type 2 has no ground of its own.
    const hasGround = grid?.attributes.I !== '2' || zone !== template;
    if (hasGround && !isPossible(rate)) impossible.push(Number.isNaN(rate) ? `“${value.slice(0, 40)}”` : String(rate));
    return rate;
  };
  const rates = new Map(zonesOf(task).map((zone) => [Number(zone.attributes.A), rateOfZone(zone)]));
  if (impossible.length > 0) {
    const words = { count: impossible.length, what: 'zones', rates: impossible };
    findings.push(finding('treatmentsImpossible', { entry: main.name }, words));
  }
  const grounds: RatedGround[] = [];
  if (grid) {
    const name = `${grid.attributes.G?.toUpperCase()}.BIN`;
    const file = members[name];
    if (!file) throw new PrescriptionError(finding('entryNotStated', { entry: main.name }, { file: name }));
    const asked = { entry: file.name, values: template ? valuesOf(template).length : 0, position: treatment.position };
    const read = groundsOfGrid(grid.attributes, await readFile(file.path), {
      ...asked,
      ...{ rateOf, isPossible },
      rateOfZone: (code) => rates.get(code),
    });
    grounds.push(...read.grounds);
    findings.push(...read.findings);
  } else {
    for (const zone of zonesOf(task)) {
      const rate = rates.get(Number(zone.attributes.A));
      if (rate === undefined || !isPossible(rate)) continue;
      const coordinates = polygonsOf(zone);
      if (!coordinates.flat(2).every(isPlace)) {
        findings.push(
          finding(
            'shapeDamaged',
            { entry: main.name },
            { reason: `zone ${zone.attributes.A} has positions that are no degrees` },
          ),
        );
      } else if (coordinates.length > 0) grounds.push({ geometry: multiPolygon(coordinates), rate });
    }
  }
  const { H: initial, I: lost, J: outside } = task.attributes;
  const fallback = (code: string | undefined) => {
    const rate = code ? rates.get(Number(code)) : undefined;
    return rate !== undefined && isPossible(rate) ? rate : undefined;
  };
  const otherwise = Object.fromEntries(
    Object.entries({ initial: fallback(initial), positionLost: fallback(lost), outOfField: fallback(outside) }).filter(
      ([, rate]) => rate !== undefined,
    ),
  );
  const isUsed = integers.some((integer) => integer !== 0);
  return {
    format: 'isoxml',
    entry: main.name,
    column: treatment.column,
    unit: treatment.unit,
    grounds,
    otherwise,
    findings: [...findings, ...(isUsed ? treatment.findings : [])],
  };
}

const isPlace = ([longitude, latitude]: readonly number[]) =>
  Math.abs(longitude ?? Number.NaN) <= 180 && Math.abs(latitude ?? Number.NaN) <= 90;
const zonesOf = (task: TaskElement) => task.children.filter(({ tag }) => tag === 'TZN');
const valuesOf = (zone: TaskElement) => zone.children.filter(({ tag }) => tag === 'PDV');
const gridOf = (task: TaskElement) => task.children.find(({ tag }) => tag === 'GRD');
const hasPolygon = (zone: TaskElement) => zone.children.some(({ tag }) => tag === 'PLN');
const zoneOf = (task: TaskElement, code: string | undefined) =>
  zonesOf(task).find(({ attributes }) => attributes.A === code);

function treatmentsOf(root: TaskElement, zone: TaskElement | undefined, entry: string): Treatment[] {
  const values = zone ? valuesOf(zone) : [];
  const unknown: string[] = [];
  const found = values.flatMap(
    ({ attributes: { A: ddi = '', C: product, E: presentation } }, position): Treatment[] => {
      const dictionary = rateEntry(ddi);
      if (!dictionary) {
        unknown.push(`DDI ${ddi}`);
        return [];
      }
      const name = nameOf(root, 'PDT', product, 'B') ?? `DDI ${ddi}`;
      const shown = presentationOf(root, presentation);
      const unit = shown && shownUnit(shown);
      const byDictionary = { column: name, position, unit: dictionary.unit, findings: [] };
      const exact = (integer: number) => Number((integer * dictionary.step).toPrecision(12));
      if (!shown || !unit) return [{ ...byDictionary, toRate: exact }];
      const toRate = (integer: number) => Number(((integer + shown.offset) * shown.scale).toPrecision(12));
      const isSame = amountText(toRate(1_000_000), unit) === amountText(exact(1_000_000), dictionary.unit);
      const words = {
        shown: `steps of ${shown.scale} ${unit}`,
        sent: `steps of ${dictionary.step}`,
        unit: dictionary.unit,
      };
      return [
        { column: name, position, unit, toRate, findings: isSame ? [] : [finding('scalesDiffer', { entry }, words)] },
      ];
    },
  );
  if (found.length > 0) return found;
  throw new PrescriptionError(
    unknown.length > 0
      ? finding('quantityUnknown', { entry }, { ddi: unknown.join(', ') })
      : finding('noTreatment', { entry }),
  );
}

function presentationOf(root: TaskElement, id: string | undefined): Presentation | undefined {
  const found = id && elementsOf(root, 'VPN').find(({ attributes }) => attributes.A === id);
  if (!found) return undefined;
  const { B: offset = '0', C: scale = '1', E: unit = '' } = found.attributes;
  return { offset: Number(offset), scale: Number(scale), unit };
}

/** The polygons of a zone: each has an outer line, and lines of its holes (LSG of type 2). */
function polygonsOf(zone: TaskElement): PolygonRings[] {
  return zone.children
    .filter(({ tag }) => tag === 'PLN')
    .map(({ children }) => {
      const lines = children.filter(({ tag }) => tag === 'LSG');
      const ofType = (type: string) => lines.filter(({ attributes }) => attributes.A === type).map(ringOf);
      return [...ofType('1'), ...ofType('2')].filter((ring) => ring.length >= 4);
    })
    .filter((rings) => rings.length > 0);
}

function ringOf(line: TaskElement): Ring {
  const ring: Ring = line.children
    .filter(({ tag }) => tag === 'PNT')
    .map(({ attributes: { C: latitude, D: longitude } }) => [Number(longitude), Number(latitude)]);
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push([...first]);
  return ring;
}
