import { centimetresOf } from '../units.ts';

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
  | 'otherDate'
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
  | 'qualifier'
  | 'method'
  | 'plant'
  | 'recommendation'
  | 'ignored';

/** Headings of each role, separated by commas; only letters, without accents, and digits count, and # is the word no. */
const headings: Record<SampleRole, string> = {
  sampleId: `sample id, sampleid, sample, sample no, sample number, sample name, sample num, samp id, samp no,
    sampid, sample_id1, sampleid1, sampleno, smp id, id sample, probe, probe id, probenummer, muestra,
    echantillon, amostra, sample ref, sample reference, probennummer, probe nr, proben nr, probenr, probennr, probenbezeichnung, probebezeichnung, probe bezeichnung,
    proben id, probenid, no echantillon, numero echantillon, numero d'echantillon, no d'echantillon, id echantillon, reference echantillon,
    echantillon no, no de muestra, no muestra, numero de muestra, id muestra, muestra no, codigo de muestra, no da amostra, no amostra,
    numero da amostra, id amostra, amostra no, identificacao da amostra, identificacion de la muestra, sample code, sample label`,
  pointId: `point id, point, pointid, site id, siteid, site, location id, gridid, grid id, grid, zone id, core id,
    pt id, samplepoint, sample point, id, punkt, punkt id, punktnummer, point no, no point, punto, id punto, ponto, id ponto, ponto no, messpunkt, teilflache, zone`,
  labNumber: `lab no, lab number, labnum, labno, lab num, lab id, lab sample id, labsampleid, lab sample no,
    lab sample number, laboratory number, sample container id, lab ref, lab reference, labornummer, labor nr, labornr, laborprobennummer, no laboratoire, no labo, numero de laboratorio, no laboratorio,
    no de laboratorio, numero do laboratorio, no do laboratorio, no lab`,
  otherId: `barcode, bar code, fmis sample id, fmissampleid, fmis id, other id, sample id2, uuid, guid, pairid, ref, ref no, reference, reference no, referenz, referencia, other id no`,
  grower: `grower, grower name, producer, producer name, producername, client name, customer, landwirt, bewirtschafter, agriculteur, exploitant, productor, agricultor, produtor, cliente`,
  farm: `farm, farm name, farmname, farm id, betrieb, betriebsname, hof, exploitation, ferme, finca, explotacion, fazenda, propriedade, hacienda`,
  field: `field, field name, fieldname, field desc, field description, schlag, parcela, parcelle, schlagname, schlagbezeichnung, flurstuck, feld, feldname, feldstuck, acker, ilot, nom parcelle, nom de la parcelle, lote, potrero,
    talhao, gleba, nome do talhao, nombre de parcela, campo, paddock, block, field`,
  fieldId: `field id, fieldid, field no, field number, fieldno, schlagnummer, schlag nr, schlagnr, no parcelle, numero de parcelle, id parcela, no parcela`,
  lab: `lab, lab name, labname, laboratory, laboratory name, labor, laboratoire, laboratorio, labo`,
  reportNumber: `report no, report number, reportnum, report id, report, rptno, lab report id, lab report number,
    reportid, event id, labeventid, order no, order number, berichtsnummer, auftragsnummer, auftrag, no rapport, no de rapport, no de informe, informe, no informe, laudo, no do laudo, no laudo`,
  otherDate: 'date, datum, fecha, data, event date, eventdate',
  date: `sample date, sampledate, date sampled, datesampl, datesampled, sampling date, collect date,
    collectdate, collection date, date collected, sampled, probenahme, collect date appx, sampled on, sampling day,
    entnahmedatum, probenahmedatum, datum der probenahme, datum probenahme, entnommen am, date de prelevement, date prelevement,
    date d'echantillonnage, fecha de muestreo, fecha muestreo, fecha de toma, fecha toma, data da coleta, data coleta, data da amostragem,
    data de coleta, data amostragem`,
  receivedDate: `date recd, date received, datereceived, received, received date, recd date, daterecd, datesub,
    date submitted, date in, eingangsdatum, probeneingang, eingang, date de reception, date reception, fecha de recepcion, fecha recepcion, data de recebimento, data de entrada`,
  processedDate: `date rept, date reported, datereported, report date, reportdate, date tested, date processed,
    processed date, datereport, date analyzed, analysis date, date printed, berichtsdatum, prufdatum, analysedatum, date d'analyse, date analyse, date du rapport, fecha de analisis, fecha de informe, data da analise, data do laudo, date completed`,
  depthTop: `b depth, start depth, starting depth, startingdepth, depth top, top depth, topdepth, depth from,
    begin depth, depth start, upper depth, min depth, depth1, fromdepth, from depth, beginning depth,
    start dep, depth upper, upper, top, top cm, from cm, tiefe von, von, von cm, tiefe oben, obergrenze, profondeur debut, profondeur haut, profundidad inicial, profundidad desde, desde, profundidade inicial, depth begin, top of depth`,
  depthBottom: `e depth, end depth, ending depth, endingdepth, depth bottom, bottom depth, bottomdepth, depth to,
    depth end, lower depth, max depth, depth2, to depth, end dep, depth lower, lower, bottom, bottom cm, to cm, tiefe bis, bis, bis cm, tiefe unten, untergrenze, profondeur fin, profondeur bas, profundidad final, profundidad hasta, hasta, profundidade final, depth finish, bottom of depth`,
  depth: `depth, depth range, sample depth, sampling depth, smp depth, tiefe, profundidad, depthid, depth id, prof, tief, entnahmetiefe, probenahmetiefe, probetiefe, bodentiefe, profondeur, profondeur de prelevement, horizon, profundidad de muestreo, profundidade, camada, profundidade da camada, layer, soil depth, tiefenstufe, schicht`,
  depthUnit: `depth unit, depth units, depthunit, depthunits, unit of depth, tiefeneinheit, unite profondeur, unidad de profundidad`,
  longitude: `longitude, lon, long, lng, x, gps longitude, longitude dd, lon dd, point x, xcoord, x coord, longitud,
    laengengrad, langengrad, lange, laenge, geographische lange, gps lon, gps long, gps lange, long dd, lon dec, longitude dec, longitude decimal, decimal longitude, sample longitude`,
  latitude: `latitude, lat, y, gps latitude, latitude dd, lat dd, point y, ycoord, y coord, latitud, breitengrad, breite, geographische breite, gps lat, gps breite,
    lat dec, latitude dec, latitude decimal, decimal latitude, sample latitude`,
  kind: `kind of sample, sample type, sampletype, sample kind, matrix, material, event type, eventtype,
    sample matrix, probenart, type d'echantillon, tipo de muestra, tipo de amostra, matriz`,
  analyte: `analyte, element, parameter, nutrient, test name, testname, constituent, analysis, determinand,
    property, analyt, measurement, measure, test, item, parametre, parametro, messgrosse, merkmal, untersuchungsparameter, bestimmung, determination, determinacion,
    determinacao, determinante, element name, attribute, variable, characteristic, indicator, component, analysis name, analysis type,
    nutrient name, analito, test code, test type, test description, soil test, ensayo, naehrstoff, nahrstoff, assay, analyte name, parameter name`,
  value: `value, result, results, result value, test result, wert, valor, concentration, measured value, measured, resultat, resultats, resultado, resultados, ergebnis, ergebnisse, messwert, messergebnis, valeur, final result, reported value,
    numeric value, result numeric, test value, reading, amount, analysis result, resultvalue, lab result, reported result, measurement value, value measured`,
  unit: `unit, units, value unit, valueunit, result unit, uom, einheit, unidad, unit of measure, unite, unites, unidade, unidades, unidades de medida, masseinheit, einheiten, units of measure, measurement unit, measure unit`,
  method: `method, methods, test method, extraction, extractant, extraction method, modustestid, modus test id,
    analysis method, methode, methoden, verfahren, methodik, metodo, metodo de analisis, metodo de analise, extraktion, extraktionsmittel, analytical method, lab method`,
  qualifier: 'qualifier, sign, operator, result qualifier, modifier, censored, vorzeichen, signo',
  plant: 'plant part, growth stage, plantpart, tissue type, petiole, dry matter, crude protein, adf, ndf',
  recommendation: 'recommendation, recommendations, dungeempfehlung, empfehlung, conseil, recomendacion, recomendacao',
  ignored: `name, company, address, address 1, address 2, city, state, zip, county, country, phone, email, cust no,
    client, client no, client number, clientno, account, account no, account number, account name, person,
    consultant name, past crop, previous crop, crop, crop 1, crop 2, crop 3, variety, yg, yg 1, yg 2, yg 3,
    yldgoal, yield goal, yield goal units, timesub, time, type, id code, year, acres, area, comment,
    comments, notes, remarks, inckey, requestinckey, sampler, test, projectid, projectnumber, projectname,
    modusevent, producerid, elevation, altitude, accuracy, objectid, oid, fid, obj id, texture no,
    sample location, ecosystem type, event code, bw, kunde, kundennummer, strasse, ort, plz, land, kultur, vorfrucht, frucht, bemerkung, bemerkungen, culture, precedent, commune, remarque, cultivo, observaciones, municipio, cultura, observacoes, estado, zona, ciudad, cidade, season, saison, campaign`,
};

const folded = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'no')
    .replaceAll('°', 'o')
    .replaceAll('ß', 'ss')
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
  if (recommendation.test(heading)) return { role: 'recommendation' };
  const [, before = '', unit] = /^([^()[\]]{1,60})[([]([^()[\]]{1,40})[)\]]\s*$/.exec(heading) ?? [];
  const bracketed = unit === undefined ? undefined : byHeading.get(folded(before));
  if (bracketed === undefined || unit === undefined) return depthRoleOf(heading);
  return bracketed.startsWith('depth') ? { role: bracketed, unit } : { role: bracketed };
}

/** A depth whose unit stands among its words: `Depth Inches Start`. */
function depthRoleOf(heading: string): { role: SampleRole; unit: string } | undefined {
  const words = heading.split(/[\s_()[\],:/-]+/).filter((word) => word !== '');
  const unit = words.findLast((word) => centimetresOf(word) !== undefined);
  if (unit === undefined) return undefined;
  const role = byHeading.get(folded(words.filter((word) => centimetresOf(word) === undefined).join('')));
  return role?.startsWith('depth') ? { role, unit } : undefined;
}
