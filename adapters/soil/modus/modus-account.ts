import type { WarningLog } from '../../../domain/soil/reading-problems.ts';
import type { SoilAccount } from '../../../domain/soil/soil-reading.ts';

/** A value of a document: its name, and the names above it. */
export interface Leaf {
  name: string;
  above: readonly string[];
}

/** Names of values in MODUS 1 and its flat form that are of samples, places and the report, and no results. */
const described = new Set(
  `Version noNamespaceSchemaLocation schemaLocation SubmittedBy SubmittedFor FMISEventID Grower Farm Field SubField ID EventCode EventDate EventExpirationDate
   EventType LabID LabName AccountNumber TestPackageID Name Company Address Address1 Address2 City State Zip Country Phone PhoneNumber
   DepthID DepthRefID StartingDepth EndingDepth ColumnDepth DepthUnit SampleNumber FMISSampleID SampleContainerID Geometry wkt epsg LabEventID
   ReceivedDate ProcessedDate ReportID LabReportID FileDescription FileName Path RecID OverwriteResult Element ModusTestID ValueUnit ValueType
   ValueDesc nil SoilClassification PercentClay PercentSilt PercentSand Soil Plant ReadOnly ContactName Email Fax Latitude Longitude
   _type id type date name sampleid aliasid packages dateReceived dateProcessed lat lon units top bottom analyte modusTestID clientAccount
   number address crop sampler`.split(/\s+/),
);

/** Members of the flat form whose own members have names of their own. */
const groups = new Set(['lab', 'source', 'depth', 'geolocation', 'contact', 'report', 'files']);

/**
 * The cells of a document, and those that are no results. Values of samples are told by the reader itself; those of other kinds of samples,
 * and values whose name nobody has described, are left out with a warning.
 */
export function modusAccount(
  leaves: Iterable<Leaf>,
  file: string,
  log: WarningLog,
): Pick<SoilAccount, 'cells' | 'metadata'> {
  const account = { cells: 0, metadata: 0 };
  for (const { name, above } of leaves) {
    account.cells++;
    if (isValue(name, above)) {
      if (isOfOthers(above)) log.add('leftOut', file, '', 1, { all: 1 });
      continue;
    }
    const isKnown = described.has(name) || above.some((one) => groups.has(one));
    if (above.includes('NutrientRecommendation')) log.add('recommended', file, '', 1, { all: 1 });
    else if (isKnown) account.metadata++;
    else log.add('unknownMember', file, [...above.slice(-2), name].join('/'), 1, { all: 1 });
  }
  return account;
}

const isValue = (name: string, above: readonly string[]) =>
  (name === 'Value' && above.some((one) => /^NutrientResults?$/.test(one))) ||
  (name === 'value' && above.includes('results'));

/** Samples of plants, water and the like, of which the reader counts the samples. */
const isOfOthers = (above: readonly string[]) => above.includes('EventSamples') && !above.includes('Soil');
