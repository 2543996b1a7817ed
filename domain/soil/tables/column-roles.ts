/** What a column of a table says about a sample, beside results. */
export type SampleRole =
  | 'sampleId'
  | 'pointId'
  | 'labNumber'
  | 'otherId'
  | 'grower'
  | 'farm'
  | 'field'
  | 'fieldId'
  | 'lab'
  | 'reportNumber'
  | 'date'
  | 'receivedDate'
  | 'processedDate'
  | 'depthTop'
  | 'depthBottom'
  | 'depth'
  | 'depthUnit'
  | 'longitude'
  | 'latitude'
  | 'kind'
  | 'analyte'
  | 'value'
  | 'unit'
  | 'method'
  | 'plant'
  | 'ignored';

/** Headings of each role, separated by commas; only letters and digits count. */
const headings: Record<SampleRole, string> = {
  sampleId: `sample id, sampleid, sample, sample no, sample number, sample name, sample num, samp id, samp no,
    sampid, sample_id1, sampleid1, sampleno, smp id, id sample, probe, probe id, probenummer, muestra,
    echantillon, amostra`,
  pointId: `point id, point, pointid, site id, siteid, site, location id, gridid, grid id, grid, zone id, core id,
    pt id, samplepoint, sample point, id`,
  labNumber: `lab no, lab number, labnum, labno, lab num, lab id, lab sample id, labsampleid, lab sample no,
    lab sample number, laboratory number, sample container id`,
  otherId: 'barcode, bar code, fmis sample id, fmissampleid, fmis id, other id, sample id2, uuid, guid, pairid',
  grower: 'grower, grower name, producer, producer name, producername, client name, customer',
  farm: 'farm, farm name, farmname, farm id',
  field: 'field, field name, fieldname, field desc, field description, schlag, parcela, parcelle',
  fieldId: 'field id, fieldid, field no, field number, fieldno',
  lab: 'lab, lab name, labname, laboratory, laboratory name',
  reportNumber: `report no, report number, reportnum, report id, report, rptno, lab report id, lab report number,
    reportid, event id, labeventid, order no, order number`,
  date: `date, sample date, sampledate, date sampled, datesampl, datesampled, sampling date, collect date,
    collectdate, collection date, date collected, sampled, datum, fecha, probenahme, event date, eventdate,
    collect date appx`,
  receivedDate: `date recd, date received, datereceived, received, received date, recd date, daterecd, datesub,
    date submitted, date in`,
  processedDate: `date rept, date reported, datereported, report date, reportdate, date tested, date processed,
    processed date, datereport, date analyzed, analysis date, date printed`,
  depthTop: `b depth, start depth, starting depth, startingdepth, depth top, top depth, topdepth, depth from,
    begin depth, depth start, upper depth, min depth, depth1, fromdepth, from depth, beginning depth,
    start dep`,
  depthBottom: `e depth, end depth, ending depth, endingdepth, depth bottom, bottom depth, bottomdepth, depth to,
    depth end, lower depth, max depth, depth2, to depth, end dep`,
  depth: 'depth, depth range, sample depth, sampling depth, smp depth, tiefe, profundidad, depthid, depth id',
  depthUnit: 'depth unit, depth units, depthunit, depthunits, unit of depth',
  longitude: `longitude, lon, long, lng, x, gps longitude, longitude dd, lon dd, point x, xcoord, x coord, longitud,
    laengengrad, sample longitude`,
  latitude: `latitude, lat, y, gps latitude, latitude dd, lat dd, point y, ycoord, y coord, latitud, breitengrad,
    sample latitude`,
  kind: `kind of sample, sample type, sampletype, sample kind, matrix, material, event type, eventtype,
    sample matrix`,
  analyte: `analyte, element, parameter, nutrient, test name, testname, constituent, analysis, determinand,
    property, analyt`,
  value: 'value, result, results, result value, test result, wert, valor, concentration, measured value',
  unit: 'unit, units, value unit, valueunit, result unit, uom, einheit, unidad, unit of measure',
  method: `method, methods, test method, extraction, extractant, extraction method, modustestid, modus test id,
    analysis method, methode`,
  plant: 'plant part, growth stage, plantpart, tissue type, petiole, dry matter, crude protein, adf, ndf',
  ignored: `name, company, address, address 1, address 2, city, state, zip, county, country, phone, email, cust no,
    client, client no, client number, clientno, account, account no, account number, account name, person,
    consultant name, past crop, previous crop, crop, crop 1, crop 2, crop 3, variety, yg, yg 1, yg 2, yg 3,
    yldgoal, yield goal, yield goal units, timesub, time, type, id code, year, acres, area, comment,
    comments, notes, remarks, inckey, requestinckey, sampler, test, projectid, projectnumber, projectname,
    modusevent, producerid, elevation, altitude, accuracy, objectid, oid, fid, obj id, texture no,
    sample location, ecosystem type, event code, bw`,
};

const folded = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

const byHeading = new Map(
  (Object.keys(headings) as SampleRole[]).flatMap((role) =>
    headings[role].split(',').map((one) => [folded(one), role] as const),
  ),
);

/** Recommendations of fertiliser and lime are no results. */
const recommendation = /\b(?:rec|recommendation|recommended)s?\b/i;

/**
 * What a column with this heading says about its sample; undefined for results, and for headings that are not known.
 * A unit of the depth may follow in brackets.
 *
 * @example sampleRoleOf('Depth (cm)') // { role: 'depth', unit: 'cm' }
 */
export function sampleRoleOf(heading: string): { role: SampleRole; unit?: string } | undefined {
  const role = byHeading.get(folded(heading));
  if (role) return { role };
  if (recommendation.test(heading)) return { role: 'ignored' };
  const [, before = '', unit] = /^([^()[\]]{1,60})[([]([^()[\]]{1,40})[)\]]\s*$/.exec(heading) ?? [];
  const bracketed = unit === undefined ? undefined : byHeading.get(folded(before));
  if (bracketed === undefined || unit === undefined) return undefined;
  return bracketed.startsWith('depth') ? { role: bracketed, unit } : { role: bracketed };
}
