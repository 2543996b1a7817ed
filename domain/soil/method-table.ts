/** How laboratories extract or measure. Names and phrases follow the primary description. */
export interface Method {
  name: string;
  /** How texts name it, separated by commas. */
  phrases: string;
  /** Its abbreviations between hyphens in identifiers of tests, separated by commas. */
  tokens?: string;
  /** The primary description. */
  source: string;
}

export const methodTable = {
  mehlich1: {
    name: 'Mehlich 1 (double acid)',
    phrases: 'mehlich 1, mehlich i, mehlich-1, m1, double acid',
    tokens: 'M1',
    source: 'Mehlich 1953, North Carolina Soil Test Division mimeo',
  },
  mehlich2: {
    name: 'Mehlich 2',
    phrases: 'mehlich 2, mehlich ii, mehlich p-ii, m2',
    tokens: 'M2',
    source: 'Mehlich 1978, Commun. Soil Sci. Plant Anal. 9:477',
  },
  mehlich3: {
    name: 'Mehlich 3',
    phrases: 'mehlich 3, mehlich iii, mehlich p-iii, m3, m3 icap, mehlich3',
    tokens: 'M3',
    source: 'Mehlich 1984, Commun. Soil Sci. Plant Anal. 15:1409',
  },
  bray1: {
    name: 'Bray P1 (weak Bray)',
    phrases: 'bray p1, bray p-1, bray 1, bray-1, weak bray, bray i, p1, bray p, bray',
    tokens: 'B1, BP1',
    source: 'Bray and Kurtz 1945, Soil Sci. 59:39',
  },
  bray2: {
    name: 'Bray P2 (strong Bray)',
    phrases: 'bray p2, bray p-2, bray 2, bray-2, strong bray, bray ii, p2',
    tokens: 'B2, BP2',
    source: 'Bray and Kurtz 1945, Soil Sci. 59:39',
  },
  olsen: {
    name: 'Olsen (sodium bicarbonate)',
    phrases: 'olsen, bicarbonate, bicarb, sodium bicarbonate, nahco3, hco3',
    tokens: 'OLSEN, OLS, BIC, BICARB',
    source: 'Olsen et al. 1954, USDA Circular 939',
  },
  morgan: {
    name: 'Morgan',
    phrases: 'morgan',
    tokens: 'MORGAN',
    source: 'Morgan 1941, Connecticut Agric. Exp. Stn. Bull. 450',
  },
  modifiedMorgan: {
    name: 'Modified Morgan',
    phrases: 'modified morgan, mod morgan',
    tokens: 'MM',
    source: 'McIntosh 1969, Agron. J. 61:259',
  },
  haney: {
    name: 'Haney H3A',
    phrases: 'h3a, haney',
    tokens: 'H3A',
    source: 'Haney et al. 2006, Commun. Soil Sci. Plant Anal. 37:1511',
  },
  ammoniumAcetate: {
    name: 'Ammonium acetate, 1 M, pH 7',
    phrases: "ammonium acetate, amm acetate, nh4oac, nh4ac, aa, ammoniumacetat, acétate d'ammonium, acetato de amonio",
    tokens: 'NH4AC, NH4OAC, AA',
    source: 'NCR 221, chapter 7',
  },
  dtpa: {
    name: 'DTPA',
    phrases: 'dtpa, dtpa-tea',
    tokens: 'DTPA',
    source: 'Lindsay and Norvell 1978, Soil Sci. Soc. Am. J. 42:421',
  },
  dtpaSorbitol: {
    name: 'DTPA-sorbitol',
    phrases: 'dtpa sorbitol, dtpa-sorbitol',
    tokens: 'SORB',
    source: 'Miller et al. 2000, WREP-125',
  },
  hydrochloricAcid: {
    name: 'Hydrochloric acid, 0.1 M',
    phrases: '0.1n hcl, 0.1 n hcl, hcl',
    tokens: 'HCL',
    source: 'NCR 221, chapter 9',
  },
  hotWater: {
    name: 'Hot water',
    phrases: 'hot water',
    tokens: 'HW, HOTWATER',
    source: 'Berger and Truog 1939, Ind. Eng. Chem. Anal. 11:540',
  },
  potassiumChloride: {
    name: 'Potassium chloride',
    phrases: '2n kcl, 1n kcl, 2m kcl, 1m kcl, kcl, kcl ext',
    tokens: 'KCL, 1KCL, 2KCL',
    source: 'NCR 221, chapter 5',
  },
  calciumPhosphate: {
    name: 'Monocalcium phosphate',
    phrases: 'monocalcium phosphate, mcp, calcium phosphate',
    tokens: 'MCP, CAPHOS',
    source: 'NCR 221, chapter 8',
  },
  water: {
    name: 'Water',
    phrases: 'h2o, water soluble, water extract, eau, agua, água, wasser',
    tokens: 'H2O',
    source: 'WREP-125',
  },
  saturatedPaste: {
    name: 'Saturated paste',
    phrases: 'paste, saturated paste, sat paste',
    tokens: 'SP',
    source: 'USDA Handbook 60, 1954',
  },
  water1to1: { name: 'Water, 1:1', phrases: '1:1', tokens: '1:1', source: 'NCR 221, chapter 4' },
  water1to2: { name: 'Water, 1:2', phrases: '1:2, 2:1', tokens: '1:2', source: 'WREP-125' },
  calciumChloride: {
    name: 'Calcium chloride, 0.01 M',
    phrases: 'cacl2, calcium chloride, 0.01 m cacl2',
    tokens: 'CACL2',
    source: 'NCR 221, chapter 4',
  },
  smp: {
    name: 'SMP buffer',
    phrases: 'smp, smp buffer, shoemaker',
    tokens: 'SMP',
    source: 'Shoemaker, McLean and Pratt 1961, Soil Sci. Soc. Am. Proc. 25:274',
  },
  sikora: {
    name: 'Sikora buffer',
    phrases: 'sikora, sikora buffer',
    tokens: 'SIK, SIKORA',
    source: 'Sikora 2006, Soil Sci. Soc. Am. J. 70:474',
  },
  adamsEvans: {
    name: 'Adams-Evans buffer',
    phrases: 'adams-evans, adams evans, a&e, a-e',
    tokens: 'AE',
    source: 'Adams and Evans 1962, Soil Sci. Soc. Am. Proc. 26:355',
  },
  modifiedAdamsEvans: {
    name: 'Modified Adams-Evans (Moore-Sikora) buffer',
    phrases: 'moore-sikora, modified adams-evans',
    source: 'Sikora and Moore 2008, Soil Sci. Soc. Am. J. 72:1342',
  },
  mehlichBuffer: {
    name: 'Mehlich buffer',
    phrases: 'mehlich buffer',
    source: 'Mehlich 1976, Commun. Soil Sci. Plant Anal. 7:637',
  },
  woodruff: {
    name: 'Woodruff buffer',
    phrases: 'woodruff, wdrf, wdrf buffer',
    tokens: 'WDRF, WOOD',
    source: 'Woodruff 1948, Soil Sci. 66:53',
  },
  limeBufferCapacity: {
    name: 'Lime buffer capacity by titration',
    phrases: 'lime buffer capacity',
    source: 'Kissel et al. 2012, Soil Sci. Soc. Am. J. 76:577',
  },
  lossOnIgnition: {
    name: 'Loss on ignition',
    phrases: 'loi, loss on ignition, loss-on-ignition',
    tokens: 'LOI',
    source: 'NCR 221, chapter 12',
  },
  walkleyBlack: {
    name: 'Walkley-Black',
    phrases: 'walkley-black, walkley black, wb',
    tokens: 'WB',
    source: 'Walkley and Black 1934, Soil Sci. 37:29',
  },
  combustion: {
    name: 'Dry combustion',
    phrases: 'combustion, dumas, leco',
    tokens: 'COMB, COM',
    source: 'Nelson and Sommers 1996, SSSA Book Series 5, chapter 34',
  },
  calciumLactate: {
    name: 'Calcium acetate lactate (CAL)',
    phrases: 'cal, calcium acetat lactat, calcium acetate lactate',
    tokens: 'CAL',
    source: 'Schüller 1969, Z. Pflanzenernähr. Bodenk. 123:48',
  },
  doubleLactate: {
    name: 'Double lactate (DL)',
    phrases: 'dl, doppellaktat, double lactate',
    tokens: 'DL',
    source: 'Riehm 1948, Z. Pflanzenernähr. Düng. Bodenk. 40:152',
  },
  ammoniumLactate: {
    name: 'Ammonium lactate (AL)',
    phrases: 'ammonium lactate, egner, egner riehm',
    tokens: 'AL',
    source: 'Egnér, Riehm and Domingo 1960, Kungl. Lantbrukshögsk. Ann. 26:199',
  },
  joretHebert: {
    name: 'Joret-Hébert (ammonium oxalate)',
    phrases: 'joret hébert, joret hebert, joret',
    source: 'NF X31-161',
  },
  dyer: { name: 'Dyer (citric acid, 2 %)', phrases: 'dyer', source: 'NF X31-160' },
  resin: {
    name: 'Anion exchange resin',
    phrases: 'resin, resina, résine, resine',
    tokens: 'RES, RESIN',
    source: 'Raij, Quaggio and da Silva 1986, Commun. Soil Sci. Plant Anal. 17:547',
  },
  hydrometer: {
    name: 'Hydrometer',
    phrases: 'hydrometer',
    tokens: 'HYD',
    source: 'Bouyoucos 1962, Agron. J. 54:464',
  },
} satisfies Record<string, Method>;
