import type { CropRow } from './crop.ts';

/**
 * Rows of standard moisture in percent (null: dry yield equals wet yield), pounds per bushel (null: unknown), and
 * names. Densities of exactly 1 and 100 in the reference are placeholders, so these crops have none here.
 */
export const cropRows: readonly CropRow[] = [
  [1, 19.769, 'coffee'],
  [1, 60.01, 'wheat, canada prairie spring white'],
  [8, 38, 'safflower'],
  [8, 45, 'rice medium'],
  [9.5, 55, 'mustard'],
  [10, 50, 'canola'],
  [10, 60, 'flax'],
  [10, 60.05, 'silage corn'],
  [10, 80.87, 'sugar cane'],
  [10, null, 'sunflowers'],
  [12, null, 'downy bromegrass|reed canary grass|smooth bromegrass|tall fescue|timothy grass'],
  [12, 14, 'orchard grass|red grass fescue'],
  [12, 32, 'oats'],
  [12, 60, 'field peas'],
  [12, 60.01, 'black eyed peas'],
  [12.5, 52.01, 'rapeseed'],
  [12.5, 60.01, 'white popcorn'],
  [13, null, 'cherries|pineapple'],
  [13, 18.14, 'einkorn|emmer|spelt'],
  [13, 45, 'rice'],
  [13, 50, 'millet|triticale'],
  [13, 56, 'per ryegrass'],
  [13, 60, 'lentils|soybeans'],
  [13, 77.69, 'corn, cob mix'],
  [13, null, 'alfalfa'],
  [13.5, null, 'grass alfalfa'],
  [13.5, 30, 'sunflower'],
  [13.5, 55, 'turnips'],
  [13.5, 60, 'durum wheat|spring wheat|wheat|wheat (hrd rd spr)|wheat (hrd rd wtr)|winter wheat'],
  [
    13.5,
    60.01,
    'hard red spring wheat|hard red winter wheat|hard white spring wheat|hard white winter wheat|soft red spring wheat|soft red winter wheat|soft white spring wheat|soft white winter wheat|wheat, hard red spring|wheat, hard red winter|wheat, hard white spring|wheat, hard white winter|wheat, soft red spring|wheat, soft red winter|wheat, soft white spring|wheat, soft white winter',
  ],
  [14, 44, 'buckwheat'],
  [14, 56, 'annual ryegrass|sorghum'],
  [14, 60, 'chick peas'],
  [14, 60.01, 'european wheat wtr'],
  [14, null, 'popcorn'],
  [15, 46, 'sesame'],
  [15, 47.99, 'barley'],
  [15, 48, 'fan spring barley|spring barley'],
  [15, 56, 'corn|maize|rye|winter rye'],
  [15, 56.57, 'corn, white'],
  [15, 60, 'beans, edible|edible beans'],
  [15, 61.99, 'navy beans'],
  [15, 67.2, 'bean, navy'],
  [15, 70, 'sweet corn'],
  [null, 4.5, 'chives'],
  [null, 7.38, 'energy cane'],
  [null, 14, 'bent grass|blue grass|grass'],
  [null, 18.65, 'iceberg salad'],
  [null, 20, 'sunflower stripe'],
  [null, 22, 'grass seeds'],
  [null, 22.7, 'parsnip'],
  [null, 24.98, 'sunflower e ind|sunflower e oil'],
  [null, 28, 'coriander'],
  [null, 28.97, 'sunflower oil'],
  [null, 30, 'edible bean lrg|edible bean med|edible bean sml'],
  [null, 31.99, 'european oats'],
  [null, 32, 'els|upland cotton'],
  [null, 39.99, 'sudangrass'],
  [null, 40, 'other grains'],
  [null, 43.58, 'pumpkins'],
  [null, 45, 'peanuts|rice long|wild rice'],
  [null, 47.99, 'european barley 6|european spring barley|european winter barley'],
  [null, 48, 'apples|fall barley|millet, pearl|winter barley'],
  [null, 49.57, 'corn, spec'],
  [null, 49.8, 'corn, silage'],
  [null, 50, 'sweet potatoes'],
  [null, 51.04, 'sunflower, spec'],
  [null, 52.01, 'canola polish|oilseed rape winter|rapeseed e ind|rapeseed e oil'],
  [null, 52.45, 'radish'],
  [null, 53.52, 'turnip'],
  [null, 54.38, 'lucerne'],
  [null, 55.16, 'white beans'],
  [null, 56, 'european corn|european rye|maize ccm|spring rye'],
  [null, 57.98, 'european triticale'],
  [null, 59, 'mustard, spec'],
  [
    null,
    60,
    'bean, black|borage|clover|crimson clover|faber beans|field beans|lupins|meadowfoam|peas|peas, green|potatoes|rape seed|white clover',
  ],
  [
    null,
    60.01,
    'boot stage wcs|european peas|european popcorn|european wheat feed|lentil chilean|lentil crimson|lentil eston|lentil laird|mung bean|mustard gisilba|pea trapper|potatoes for chips|potatoes for retail|potatoes for starch|wheat, canada prairie spring red|white wheat|yellow popcorn',
  ],
  [null, 60.98, 'chickpeas'],
  [null, 60.99, 'bean, pinto'],
  [null, 62.15, 'fababean'],
  [null, 71.09, 'colza'],
  [null, 71.85, 'girasol (aceite)'],
  [null, 74.66, 'sugar beet'],
  [null, 78.81, 'bean, green'],
  [null, 110.4, 'grass dry'],
  [null, 120.42, 'cotton'],
];

/** A table of bushel weights. */
interface WeightTable {
  source: string;
  /** Pounds for a bushel, by the canonical names of crops. */
  pounds: Readonly<Record<string, number>>;
}

/**
 * Bushels of crops for which the reference of crops (`cropRows`) has none, or a placeholder. A bushel of trade is a weight, which laws and
 * offices set. The first table with a crop counts.
 */
const weightTables: readonly WeightTable[] = [
  {
    source:
      'USDA Economic Research Service, Agricultural Handbook 697 (1992), table 6: popcorn is shelled; sunflowers, of 24 to 32 lb, have the 30 lb of sunflower in the reference of crops',
    pounds: { popcorn: 56, sunflowers: 30 },
  },
  {
    source: 'University of Missouri Extension, publication G4020, Tables for weights and measurement: crops',
    pounds: {
      alfalfa: 60,
      'red clover': 60,
      'alsike clover': 60,
      'ladino clover': 60,
      'sweet clover': 60,
      'birdsfoot trefoil': 60,
      vetch: 60,
      cowpeas: 60,
      'smooth bromegrass': 14,
      'tall fescue': 14,
      orchardgrass: 14,
      redtop: 14,
      'timothy grass': 45,
    },
  },
];

/**
 * Pounds for a bushel by crop, for crops whose reference has none.
 *
 * @example bushelWeights.get('popcorn') // 56
 */
export const bushelWeights: ReadonlyMap<string, number> = new Map(
  [...weightTables].reverse().flatMap(({ pounds }) => Object.entries(pounds)),
);
