import type { ZipRules } from '../providers/prescription-facts.ts';
import { type PrescribedSegment, providers } from '../providers/providers.ts';
import { finding, type PrescriptionFinding } from './prescription-finding.ts';

/** The path segments of area N: the providers that take prescriptions. */
export type PrescriptionTarget = PrescribedSegment;

/** What each wants of a zip. */
export const zipRules = Object.fromEntries(
  providers.flatMap(({ segment, prescriptions }) => (segment && prescriptions ? [[segment, prescriptions.zip]] : [])),
) as Readonly<Record<PrescriptionTarget, ZipRules>>;

export const prescriptionTargets = Object.keys(zipRules) as [PrescriptionTarget, ...PrescriptionTarget[]];

/** The parts of a shapefile, and what programs write beside them, which no provider minds. */
const required = ['shp', 'shx', 'dbf'] as const;
const tolerated = new Set(['prj', 'cpg', 'qpj', 'sbn', 'sbx', 'qix', 'shp.xml']);

/** The entries that make up the shapefile. */
export type ShapefileEntries = Record<(typeof required)[number], string> & { prj?: string; cpg?: string };

/** The one shapefile of a zip, or what keeps it from being one. */
export interface ZipContent {
  findings: PrescriptionFinding[];
  /** Absent if a part is missing or there are several. */
  entries?: ShapefileEntries;
}

/**
 * Finds the shapefile among the entries of a zip by the rules of a provider. Shadow files (`__MACOSX`) and folders must have been left out.
 *
 * @param names of the entries, with slashes.
 * @param target undefined to take a shapefile in any folder.
 * @example shapefileIn(['Rx/north.shp', 'Rx/north.shx', 'Rx/north.dbf'], 'johnDeere').entries?.shp // 'Rx/north.shp'
 */
export function shapefileIn(names: readonly string[], target: PrescriptionTarget | undefined): ZipContent {
  const findings: PrescriptionFinding[] = [];
  const parts = names.map(partOf);
  for (const part of parts) {
    const misplaced = target && folderFinding(part, zipRules[target].folder);
    if (misplaced) findings.push(misplaced);
    else if (target && !isPart(part)) findings.push(finding('entryUnexpected', { entry: part.entry }));
  }
  const found = required.map((extension) => parts.filter((part) => part.extension === extension));
  for (const [index, extension] of required.entries()) {
    const entries = (found[index] ?? []).map(({ entry }) => entry);
    if (entries.length === 0) findings.push(finding('partMissing', {}, { extension }));
    if (entries.length > 1) findings.push(finding('partRepeated', {}, { extension, entries }));
  }
  const [[shp], [shx], [dbf]] = found as [Part[], Part[], Part[]];
  if (!shp || !shx || !dbf || found.some(({ length }) => length > 1)) return { findings };
  const stems = new Set([shp, shx, dbf].map(({ stem }) => stem));
  if (stems.size > 1) {
    findings.push(finding('namesDiffer', {}, { names: [shp, shx, dbf].map(({ entry }) => entry) }));
    return { findings };
  }
  const beside = (extension: string) => parts.find((part) => part.extension === extension && part.stem === shp.stem);
  const [prj, cpg] = [beside('prj'), beside('cpg')];
  const optional = { ...(prj && { prj: prj.entry }), ...(cpg && { cpg: cpg.entry }) };
  return { findings, entries: { shp: shp.entry, shx: shx.entry, dbf: dbf.entry, ...optional } };
}

/** What a provider minds about the name of a file. */
export function fileNameFindings(name: string, target: PrescriptionTarget): PrescriptionFinding[] {
  const { fileName } = zipRules[target];
  if (!fileName || fileName.accepts(name)) return [];
  return [finding('fileNameUnfit', {}, { name, rule: fileName.rule })];
}

interface Part {
  entry: string;
  /** Without a slash at its end; empty at the top of the zip. */
  folder: string;
  /** The entry without its extension. */
  stem: string;
  /** In lower case. */
  extension: string;
}

function partOf(entry: string): Part {
  const slash = entry.lastIndexOf('/');
  const base = entry.slice(slash + 1);
  const dot = base.toLowerCase().endsWith('.shp.xml') ? base.length - '.shp.xml'.length : base.lastIndexOf('.');
  const end = dot < 0 ? base.length : dot;
  return {
    entry,
    folder: entry.slice(0, Math.max(0, slash)),
    stem: entry.slice(0, slash + 1 + end),
    extension: base.slice(end + 1).toLowerCase(),
  };
}

function isPart({ extension }: Part): boolean {
  return (required as readonly string[]).includes(extension) || tolerated.has(extension);
}

function folderFinding({ entry, folder }: Part, wanted: 'Rx' | undefined): PrescriptionFinding | undefined {
  if (folder === (wanted ?? '')) return undefined;
  return wanted ? finding('entryOutsideRx', { entry }) : finding('entryInFolder', { entry }, { folder });
}
