import { hiddenText } from '../console/legend/texts.ts';
import { propertyTitle, unitText } from '../console/text/properties.ts';
import { englishMap } from '../map/map-texts.ts';
import type { WorkTexts } from '../work-map/work-texts.ts';

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const numberText = (value: number) => value.toLocaleString('en');

/** What maps of work say here. */
export const workTexts: WorkTexts = {
  map: englishMap,
  classes: 'Class',
  ground: 'Ground',
  property: propertyTitle,
  unit: unitText,
  range: ({ text }) => text,
  number: (value, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits }),
  area: (value) => value.toLocaleString('en', twoDecimals),
  label: (what) => `Map of the harvest: ${what}`,
  hidden: (hidden, all, states) => `${numberText(hidden)} of ${numberText(all)} points hidden: ${hiddenText(states)}.`,
  thinned: (count, points) => `${numberText(count)} of ${numberText(points)} points are drawn.`,
  close: 'Close',
};
