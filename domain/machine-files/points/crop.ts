import * as z from 'zod';
import { writtenOut } from './column-meanings.ts';
import { bushelWeights, cropRows } from './crop-rows.ts';
import { factorOf } from './units.ts';

export type CropRow = readonly [moisturePercent: number | null, poundsPerBushel: number | null, names: string];

/** Constants of a crop for yields. */
export interface Crop {
  name: string;
  /** In percent; absent if dry yield equals wet yield. */
  standardMoisture?: number;
  /** Kilograms per litre; absent if unknown. */
  kilogramsPerLitre?: number;
}

const named = new Set(cropRows.flatMap(([, , names]) => names.split('|')));
const others = [...bushelWeights.keys()].filter((name) => !named.has(name)).map((name): CropRow => [null, null, name]);

const byName = new Map(
  [...cropRows, ...others].flatMap(([moisture, inReference, names]) =>
    names.split('|').map((name): [string, Crop] => {
      const pounds = inReference ?? bushelWeights.get(name);
      return [
        name,
        {
          name,
          ...(moisture !== null && { standardMoisture: moisture }),
          ...(pounds !== undefined && { kilogramsPerLitre: (pounds * factorOf('lb')) / factorOf('bu') }),
        },
      ];
    }),
  ),
);

/** Spellings of manufacturers, and names in other languages, in lower case and without accents, by the canonical name. */
const spellings: Record<string, string> = {
  soybeans: 'soybean soja soya sojabohne sojabohnen soja_em_grao',
  corn: 'corn_wet corn_dry yellow_corn corn_yellow milho maiz mais kornermais koernermais mais_grain maiz_grano milho_grao',
  'corn, white': 'corn_white white_corn',
  'silage corn': 'silomais mais_ensilage maiz_ensilaje milho_silagem',
  wheat: 'trigo weizen ble ble_tendre',
  'winter wheat': "winterweizen ble_tendre_d'hiver ble_d'hiver trigo_de_invierno trigo_de_inverno",
  'spring wheat': 'sommerweizen ble_de_printemps trigo_de_primavera',
  'durum wheat': 'hartweizen ble_dur trigo_duro',
  barley: 'gerste orge cebada cevada',
  'winter barley': "wintergerste orge_d'hiver cebada_de_invierno",
  'spring barley': 'sommergerste braugerste orge_de_printemps cebada_de_primavera',
  rapeseed: 'raps oil_seed_rape winterraps',
  rye: 'roggen seigle centeno centeio',
  'winter rye': 'winterroggen',
  oats: 'hafer avoine avena aveia',
  triticale: 'wintertriticale',
  spelt: 'dinkel epeautre espelta',
  sunflower: 'sonnenblume sonnenblumen tournesol girasol girassol',
  alfalfa: 'luzerne alfafa',
  popcorn: 'puffmais mais_pop-corn maiz_palomero pipoca milho_pipoca milho-pipoca mais_pipoca',
  'sugar beet':
    'sugar_beets zuckerrube zuckerruben zuckerruebe zuckerrueben betterave betterave_sucriere remolacha remolacha_azucarera beterraba',
  potatoes: 'kartoffel kartoffeln pomme_de_terre pommes_de_terre patata patatas papa papas batata batatas',
  'field peas': 'erbse erbsen kornererbsen pois guisante guisantes ervilha ervilhas',
  'field beans': 'ackerbohne ackerbohnen feverole feveroles habas',
  'edible beans': 'feijao frijol frijoles haricot haricots',
  rice: 'reis riz arroz',
  sorghum: 'sorgho sorgo',
  cotton: 'baumwolle coton algodon algodao',
  'sugar cane': 'zuckerrohr canne_a_sucre cana_de_azucar cana-de-acucar cana_de_acucar',
  peanuts: 'erdnuss arachide cacahuete mani amendoim',
};

const aliases = new Map(
  Object.entries(spellings).flatMap(([name, others]) =>
    others.split(' ').map((other) => [other.replaceAll('_', ' '), name] as const),
  ),
);

/**
 * The canonical name of a crop: lower case, without underscores, one name for several spellings. An unknown crop keeps
 * its own name.
 *
 * @example cropName(' Corn_Wet ') // 'corn'
 */
export function cropName(written: string): string {
  const plain = written.trim().toLowerCase().replaceAll('_', ' ').replace(/\s+/g, ' ');
  if (plain === '' || plain === '---' || /^\d+$/.test(plain)) return 'unknown';
  return aliases.get(plain.normalize('NFKD').replace(/\p{Mn}/gu, '')) ?? plain;
}

/** The crop of files in an upload that name none. */
export const cropParameter = z
  .string()
  .max(100)
  .refine((crop) => cropName(crop) !== 'unknown', 'must be the name of a crop')
  .describe('The crop that was planted or harvested, such as `wheat`, for files that do not name one.');

/** Whether a text is the name of a known crop, in any of its spellings. */
export function isCrop(written: string): boolean {
  return byName.has(cropName(written));
}

/** A crop by its canonical name (`cropName`); only the name if it is unknown. */
export function cropNamed(name: string): Crop {
  return byName.get(name) ?? { name };
}

/**
 * Crops by their numbers in shapefiles of John Deere Operations Center, whose names are in the metadata beside them
 * (`CropToken`). The numbers are those of the public samples of the maker (github.com/JohnDeere/SampleData, MIT): 173 beside
 * `CORN_WET` and 174 beside `SOYBEANS`. No list of the others is published.
 */
const deereCrops: Record<number, string> = { 173: 'corn', 174: 'soybeans' };

/**
 * The crop of a number in a table; undefined for an unknown number, and for tables of other makers.
 *
 * @param columns the names of the table's columns.
 * @example cropOfCode(173, ['DISTANCE', 'SWATHWIDTH', 'Crop']) // 'corn'
 */
export function cropOfCode(code: number, columns: readonly string[]): string | undefined {
  const names = new Set(columns.map(writtenOut));
  return names.has('swathwidth') && names.has('distance') ? deereCrops[code] : undefined;
}
