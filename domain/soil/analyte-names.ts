import { type AnalyteCode, analyteCodes, elementSymbols } from './analytes.ts';

/** What a name measures. */
export interface NamedAnalyte {
  code: AnalyteCode;
  /** Mass of the analyte in a mass of what is measured, as of P in P2O5; absent for the analyte itself. */
  share?: number;
}

/**
 * Names as laboratories print them, in English, German, French, Spanish and Portuguese, separated by commas. Case, accents and the kind of
 * separator between words do not count. Symbols of elements are not here, since they count only as written.
 */
const names: Partial<Record<AnalyteCode, string>> = {
  pH: `soil ph, ph water, ph h2o, phw, water ph, wph, ph value, ph soil, ph wert, bodenreaktion, ph eau, ph de l'eau, ph du sol, ph agua,
    ph en agua, ph em agua, ph del suelo, ph do solo, ph wasser, ph in h2o, ph w`,
  saltPH: `salt ph, ph cacl2, cacl2 ph, ph salt, phs, ph kcl, kcl ph, ph in cacl2, ph sal, ph sel, ph salz`,
  BpH: `buffer ph, b-ph, buffer, buf ph, ph buffer, buffer index, bufph, buff ph, lime index ph, puffer ph, ph tampon, ph buffer smp, ph smp, smp ph,
    indice smp, smp index, ph tampao`,
  H: 'hydrogen, exchangeable h, exch h, hyd, wasserstoff, hydrogene, hidrogeno, hidrogenio',
  acidity: `exchangeable acidity, exch acidity, total acidity, acidity, acidite, acidite totale, acidez, acidez total, acidez intercambiable,
    acidez potencial, potential acidity, h+al, h + al`,
  LBC: 'lime buffer capacity',
  LBCeq: 'lime buffer capacity at equilibrium, equilibrium lime buffer capacity',
  excessLime: 'excess lime, ex lime, free lime, lime rating',
  CCE: `calcium carbonate, caco3, calcium carbonate equivalent, carbonates, karbonat, carbonat, karbonatgehalt, carbonatgehalt, calcaire,
    calcaire total, caco3 total, total caco3, carbonatos, carbonatos totales, carbonato de calcio`,
  OM: `organic matter, som, soil organic matter, om%, %om, o matter, org matter, humus, humusgehalt, organische substanz, org substanz,
    organische bodensubstanz, matiere organique, matieres organiques, mat org, materia organica`,
  OC: `organic carbon, toc, soc, total organic carbon, soil organic carbon, corg, c org, org c, organic c, organischer kohlenstoff,
    carbone organique, carbono organico, carbono organico total, cot`,
  IC: 'inorganic carbon, inorganic c, tic, total inorganic carbon, anorganischer kohlenstoff, carbone inorganique, carbono inorganico',
  TC: 'total carbon, total c, total c concentration, c total, c tot, ctot, gesamtkohlenstoff, carbone total, carbono total',
  ENR: 'estimated nitrogen release, est n release, enr',

  TN: `total nitrogen, total n, nitrogen, total n concentration, n total, n tot, ntot, stickstoff, gesamtstickstoff, azote, azote total,
    nitrogeno, nitrogeno total, nitrogenio, nitrogenio total`,
  NO3N: `nitrate, nitrate n, nitrate nitrogen, no3, no3-n, n-no3, no3 nitrogen, nitrate-n n, nitrat, nitrat n, nitratstickstoff, nitrates,
    azote nitrique, n nitrique, nitrato, nitratos, n nitrico, nitrogeno nitrico, n nitrato`,
  NO2N: 'nitrite, nitrite n, no2, no2-n, nitrit, nitrito',
  NH4N: `ammonium, ammonium n, ammonium nitrogen, nh4, nh4-n, n-nh4, nh3-n, amm n, ammonia n, ammoniumstickstoff, azote ammoniacal,
    n ammoniacal, amonio, n amoniacal, nitrogeno amoniacal`,
  P: `phosphorus, phosphorous, phos, available p, avail p, extractable p, phosphor, phosphore, phosphore assimilable, fosforo, fosforo disponible,
    fosforo disponivel, fosforo assimilavel, p disponible, p disponivel, p assimilable, p available, p extractable`,
  PO4P: 'phosphate, po4, po4-p, phosphate p, phosphat, fosfato',
  TP: 'total phosphorus, total p, p total, phosphore total, fosforo total, gesamtphosphor',
  K: `potassium, exchangeable k, exch k, available k, extractable k, kalium, kali, potassium echangeable, potasio, potasio disponible,
    potasio intercambiable, potassio, potassio disponivel, potassio trocavel, k disponible, k disponivel, k intercambiable, k echangeable,
    k available, k extractable`,
  TK: 'total potassium, total k, k total, potassium total, potasio total, potassio total, gesamtkalium',

  Ca: 'calcium, exchangeable ca, exch ca, kalzium, calcium echangeable, ca echangeable, calcio, calcio intercambiable, calcio trocavel',
  Mg: `magnesium, exchangeable mg, exch mg, magnesium echangeable, mg echangeable, magnesio, magnesio intercambiable, magnesio trocavel`,
  S: 'sulfur, sulphur, available s, schwefel, soufre, azufre, enxofre',
  SO4S: `sulfate, sulphate, so4, so4-s, sulfate s, sulphate s, sulfate sulfur, s-so4, sulfat, sulfat s, sulfato, sulfatos, sulfates`,

  Zn: 'zinc, zink, cinc, zinco',
  Fe: 'iron, eisen, fer, hierro, ferro',
  Mn: 'manganese, mangan, manganeso, manganes',
  Cu: 'copper, kupfer, cuivre, cobre',
  B: 'boron, bor, bore, boro',
  Mo: 'molybdenum, molybdan, molybdaen, molybdene, molibdeno, molibdenio',
  Cl: 'chloride, chlorine, chlorid, chlorure, chlorures, cloruro, cloruros, cloreto, cloro',
  Ni: 'nickel, niquel',

  Na: 'sodium, exchangeable na, exch na, natrium, sodium echangeable, sodio, sodio intercambiable, sodio trocavel',
  Al: `aluminum, aluminium, exchangeable al, exch al, aluminio, aluminio intercambiable, aluminio trocavel`,
  Si: 'silicon, silicium, silizium, silicio',
  As: 'arsenic, arsen, arsenico, arsenio',
  Cd: 'cadmium, kadmium, cadmio',
  Co: 'cobalt, kobalt, cobalto',
  Cr: 'chromium, chrom, chrome, cromo',
  Pb: 'lead, blei, plomb, plomo, chumbo',
  Se: 'selenium, selen, selenio',

  CEC: `cation exchange capacity, cation exchange, tec, total exchange capacity, cec/sum of cations, sum of cations, ecec, kak,
    kationenaustauschkapazitat, kationenaustauschkapazitaet, capacite d'echange cationique, capacite d'echange, cec metson, cic,
    capacidad de intercambio cationico, capacidad de intercambio, ctc, capacidade de troca de cations, capacidade de troca cationica, cice`,
  SAR: 'sodium adsorption ratio, sodium absorption ratio, ras, relacion de adsorcion de sodio',
  BSCa: saturation('Ca', 'calcium, calcio'),
  BSMg: saturation('Mg', 'magnesium, magnesio'),
  BSK: saturation('K', 'potassium, potasio, potassio'),
  BSNa: `${saturation('Na', 'sodium, sodio')}, esp, exchangeable sodium percentage, pst`,
  BSH: saturation('H', 'hydrogen'),
  BS: `bs, base saturation, %bs, %base saturation, total base saturation, percent base saturation, basensattigung, basensaettigung,
    taux de saturation, saturacion de bases, saturacao por bases, v%, %v`,

  EC: `electrical conductivity, soluble salts, sol salts, solsalt, s salts, salts, ss, conductivity, e.c., elektrische leitfahigkeit,
    leitfahigkeit, leitfaehigkeit, conductivite, conductivite electrique, conductividad, conductividad electrica, condutividade,
    condutividade eletrica, salinity, salzgehalt`,
  sand: '%sand, sand%, sande, sables, sable, arena, arenas, areia',
  silt: '%silt, silt%, schluff, limon, limons, limo, limos, silte',
  clay: '%clay, clay%, ton, tongehalt, argile, argiles, arcilla, arcillas, argila',
  texture: `soil texture, textural class, texture class, bodenart, textur, classe texturale, textura, clase textural, clase de textura,
    classe textural`,
  bulkDensity: `bulk density, bd, lagerungsdichte, rohdichte, densite apparente, densidad aparente, densidade aparente, densidade do solo`,
  moisture: `soil moisture, moisture (grav), gravimetric moisture, moisture content, water content, bodenfeuchte, wassergehalt, humidite,
    humedad, umidade`,
  wetAggregateStability: 'wsa, wet aggregate stability, water stable aggregates',
  POXC: 'pox-c, poxc, permanganate oxidizable carbon, active carbon, active c',
};

/** Names of the base saturation of a cation, by its symbol and its names. */
function saturation(symbol: string, words: string): string {
  const named = words
    .split(', ')
    .flatMap((word) => [`${word} saturation`, `saturation ${word}`, `saturacion de ${word}`]);
  return [
    ...`bs-X, %X sat, %X, X pct, perX, X saturation, base saturation X, X base saturation, X%, pctX, X bs, % sat X, X sat %, % base saturation X`
      .replaceAll('X', symbol)
      .split(', '),
    ...named,
    ...words.split(', ').map((word) => `base saturation ${word}`),
  ].join(', ');
}

/** Atomic weights (IUPAC 2021). */
const weight = { P: 30.973762, K: 39.0983, Ca: 40.078, Mg: 24.305, Na: 22.98977, S: 32.06, Si: 28.085, O: 15.999 };

/** The share of an element in its oxide. */
const share = (element: Exclude<keyof typeof weight, 'O'>, atoms: number, oxygen: number): number =>
  (atoms * weight[element]) / (atoms * weight[element] + oxygen * weight.O);

/** Names of oxides, in which some laboratories state elements. A zero stands for the letter in some. */
const oxides: [names: string, measured: NamedAnalyte][] = [
  [
    `p2o5, p205, phosphoric acid, acide phosphorique, anhydride phosphorique, phosphorsaure, acido fosforico, phosphate p2o5, phosphor p2o5`,
    { code: 'P', share: share('P', 2, 5) },
  ],
  ['k2o, k20, potash, potasse, potasa, potassa, kali k2o', { code: 'K', share: share('K', 2, 1) }],
  ['cao', { code: 'Ca', share: share('Ca', 1, 1) }],
  ['mgo', { code: 'Mg', share: share('Mg', 1, 1) }],
  ['na2o, na20', { code: 'Na', share: share('Na', 2, 1) }],
  ['so3', { code: 'S', share: share('S', 1, 3) }],
  ['sio2', { code: 'Si', share: share('Si', 1, 2) }],
];

/** Fewer letters may be symbols with a separator, as in C-A, and not one word. */
const fewestGlued = 5;

/** Words in one form: without case and accents, parted by single spaces; single letters with points are one word (O.M.). */
function spelled(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replaceAll('nh4+', 'nh4')
    .replaceAll('%', ' % ')
    .replaceAll(/[^a-z0-9%+]+/g, ' ')
    .trim();
}

const glued = (words: string) => words.replaceAll(' ', '');

const measuredBy = new Map<string, NamedAnalyte>();
const measuredGlued = new Map<string, NamedAnalyte>();

function register(list: string, measured: NamedAnalyte): void {
  for (const name of list.split(',')) {
    const words = spelled(name);
    if (!measuredBy.has(words)) measuredBy.set(words, measured);
    if (glued(words).length >= fewestGlued) measuredGlued.set(glued(words), measured);
  }
}

for (const code of analyteCodes) {
  if (!elementSymbols.has(code)) register(code, { code });
  register(names[code] ?? code, { code });
}
for (const [list, measured] of oxides) register(list, measured);
for (const symbol of elementSymbols.keys()) measuredBy.delete(spelled(symbol));

/** Symbols with a charge: Ca2+, K+, Mg++. */
const ion = /^([A-Z][a-z]?)(?:\d?\+{1,3}|\+\d)$/;

/**
 * The analyte with a name, in any of its spellings, or with the symbol of an element as it is written.
 *
 * @example analyteNamed('BS-Ca')?.code // 'BSCa'
 */
export function analyteNamed(name: string): NamedAnalyte | undefined {
  const trimmed = name.normalize('NFKD').trim();
  const symbol = elementSymbols.get(ion.exec(trimmed)?.[1] ?? trimmed);
  if (symbol) return { code: symbol };
  const words = spelled(name);
  return measuredBy.get(words) ?? (glued(words).length >= fewestGlued ? measuredGlued.get(glued(words)) : undefined);
}
