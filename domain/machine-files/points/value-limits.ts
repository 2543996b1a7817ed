import type { OperationType } from '../operation-type.ts';
import { factorOf } from './units.ts';

/*
 * What a single point can have at most, by crop and by the form of the product. Each limit is twice the highest value that is known, with its source: weights of small
 * plots beat those of fields, machines measure their passes by a tenth or two too high, and whatever is left out beyond is a fault for certain.
 */

const twice = 2;
const bushels = (perAcre: number, poundsPerBushel: number) =>
  (perAcre * poundsPerBushel * factorOf('lb')) / 1_000 / (factorOf('ac') / factorOf('ha'));

/** The highest yields that are known, in t/ha. */
const records = {
  /** D. Hula, Virginia: 623.84 bu/ac (National Corn Growers Association, yield contest of 2023). */
  corn: bushels(623.84, 56),
  /** A. Harrell, Georgia: 218.29 bu/ac (University of Georgia Extension, 2024). */
  soybeans: bushels(218.29, 60),
  /** T. Lamyman, Lincolnshire, 2022 (Guinness World Records). */
  wheat: 17.96,
  /** T. Lamyman, Lincolnshire, 2022 (Guinness World Records). */
  barley: 16.2,
  /** R. Budd, England: 7.19 (Guinness World Records; graincentral.com, 2023). */
  rapeseed: 7.19,
  /** B. Abatti, California: 78.71 short tons an acre of sugar beet (International Sugar Journal). No root is known to yield more. */
  roots: 176,
  /** Plots in Brazil: 236 to 280 of fresh cane (J. Duke, Handbook of Energy Crops, 1983); Peru has 125.5 on average (FAOSTAT, 2010). */
  cane: 280,
  /** Tropical grasses and sorghum that are cut once have up to half of what cane has; corn silage has 90 at the best (40 short tons an acre). */
  forage: 150,
};

/** What a crop is harvested as. Grain is everything that a combine threshes. */
export type HarvestForm = 'grain' | 'forage' | 'root' | 'cane' | 'other';

const caneWords = /\b(cane|sugarcane|caña|cana|zuckerrohr)\b/;
const forageWords =
  /silage|silomais|haylage|forage|fodder|futter|lucerne|luzerne|alfalfa|clover|\bhay\b|\bheu\b|\bgras\b|grass(?! seed)|ensilage|ensilaje|boot stage|whole ?crop|\bgps\b|miscanthus/;
const rootWords =
  /beet|rübe|ruebe|betterave|remolacha|potato|kartoffel|pomme|patata|papa|carrot|möhre|onion|zwiebel|parsnip|radish|turnip|cassava|manioc|mandioca|sweet potato|swede|chicory|celer/;
const grainWords =
  /corn|maize|maïs|mais|maiz|maíz|milho|wheat|weizen|trigo|barley|gerste|cebada|cevada|\boats?\b|hafer|\brye\b|roggen|triticale|spelt|emmer|einkorn|\brice\b|arroz|sorghum|milo|millet|soy|soja|bean|\bpeas?\b|lentil|lupin|canola|\brape|\braps|colza|mustard|flax|\blein|sunflower|girasol|sonnenblume|safflower|sesame|buckwheat|quinoa/;

/** From here on a crop with a grain is chopped with its stalks: wet ears of corn end at 40 %, and silage begins at 50 (NCH-49, Purdue Extension). */
const wetForage = 45;

/**
 * What a crop is harvested as.
 *
 * @param usualMoisture in percent, the median of its points; undefined if it is not known, which leaves open whether it is grain.
 * @example harvestForm('corn', 17) // 'grain'
 * @example harvestForm('corn', 66) // 'forage'
 */
export function harvestForm(crop: string, usualMoisture: number | undefined): HarvestForm {
  if (forageWords.test(crop)) return 'forage';
  if (caneWords.test(crop)) return 'cane';
  if (rootWords.test(crop)) return 'root';
  if (!grainWords.test(crop)) return 'other';
  if (usualMoisture === undefined) return 'forage';
  return usualMoisture > wetForage ? 'forage' : 'grain';
}

/**
 * The highest yield of a point of a crop, in t/ha as it was harvested.
 *
 * @example highestYield('wheat', 14) // 35.92
 */
export function highestYield(crop: string, usualMoisture: number | undefined): number {
  const form = harvestForm(crop, usualMoisture);
  if (form === 'root') return twice * records.roots;
  if (form === 'forage') return twice * records.forage;
  // Nothing that is harvested yields more than cane.
  if (form !== 'grain') return twice * records.cane;
  if (/wheat|weizen|trigo|spelt/.test(crop)) return twice * records.wheat;
  if (/barley|gerste|cebada|cevada/.test(crop)) return twice * records.barley;
  if (/soy|soja/.test(crop)) return twice * records.soybeans;
  if (/canola|\brape|\braps|colza/.test(crop)) return twice * records.rapeseed;
  // No grain yields more than corn.
  return twice * records.corn;
}

/** The highest rates of anything on a hectare, in litres, kilograms and seeds: `plausible-values.ts` says what of. */
export const highestRates = { volume: 150_000, mass: 150_000, count: 200_000_000 } as const;

/** What is applied: sprays of plant protection and liquid fertilizer, slurry and other wet manure, water, or anything else. */
export type ApplicationForm = 'spray' | 'slurry' | 'water' | 'other';

const slurryWords =
  /slurry|manure|effluent|digestate|lagoon|sludge|biosolid|vinasse|whey|waste ?water|gülle|guelle|jauche|gärrest|gaerrest|lisier|purin|purín|estiércol|esterco|compost|stallmist|festmist/;
const sprayWords =
  /spray|herbicid|fungicid|insecticid|pesticid|herbizid|fungizid|insektizid|crop ?protection|pflanzenschutz|fitosanit|phyto|protection des|adjuvant|surfactant|desiccant|growth regulator|glyphosate|glyfos|roundup|atrazin|dicamba|2,4-d|\buan\b|\bams\b/;

const waterWords = /^(irrigation )?(water|irrigation|wasser|bewässerung|beregnung|eau|agua|água|acqua|riego)$/;

/**
 * The form of what was applied, by the names of products and of the kind of work, as the source writes them.
 *
 * @param isMix of several products, which only sprayers make.
 * @example applicationForm(['Rindergülle'], '', false) // 'slurry'
 */
export function applicationForm(names: readonly string[], work: string, isMix: boolean): ApplicationForm {
  const products = names.map((name) => name.trim().toLowerCase());
  const all = `${products.join(' ')} ${work.toLowerCase()}`;
  if (slurryWords.test(all)) return 'slurry';
  if (!isMix && products.length > 0 && products.every((name) => waterWords.test(name))) return 'water';
  return isMix || sprayWords.test(all) ? 'spray' : 'other';
}

/** The highest rate of water, in L/ha: twice the 300 mm of a basin that is flooded. */
export const highestWaterRate = twice * 3_000_000;

/**
 * The highest rate of a spray, in L/ha: twice the 400 gal/ac that wet large trees of orchards until they drip (tree row volume; Cooperative Extension of North Carolina and
 * of Pennsylvania). What is not known to be sprayed may be slurry: `rangeOf` has its limit.
 */
export const highestSprayRate = twice * ((400 * factorOf('gal')) / (factorOf('ac') / factorOf('ha')));

const settWords =
  /potato|kartoffel|papa|patata|cane|cana|caña|garlic|knoblauch|onion|zwiebel|ginger|cassava|bulb|turmeric|tuber|sweet potato/;

/**
 * The highest mass of seed of a crop, in kg/ha: twice 500, which thick lawns get, far above beans (300) and cereals (250). Tubers, bulbs and setts have tonnes: `rangeOf`
 * has their limit, as that of crops without a name.
 */
export function highestSeedMass(crop: string): number | undefined {
  const isSeed = !settWords.test(crop) && (grainWords.test(crop) || forageWords.test(crop) || /beet|rübe/.test(crop));
  return isSeed ? twice * 500 : undefined;
}

/**
 * The widest machines in metres, twice the known ones: headers of 18.3 (60 ft), of which two may lay one swath, or mergers of hay; planters of 36.6 (John Deere DB120, 48
 * rows) and air seeders of 32; cultivators of 33; booms of 54 (177 ft) and spreaders of as much.
 */
export const widestWork: Record<OperationType, number> = { harvested: 75, planted: 75, tillage: 75, applied: 120 };
