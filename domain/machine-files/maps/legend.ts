import type { PointImage } from '../image.ts';
import { coloursOf, ramp, rampOf } from './class-colours.ts';
import { deviationColours, deviationTexts, untargetedColour } from './deviation.ts';
import { classTexts } from './map-classes.ts';

/** The colours and texts of the classes of an image, from the lowest values to the highest. */
export function legendOf({ deviation, classes }: Pick<PointImage, 'deviation' | 'classes'>) {
  return deviation === undefined
    ? { colours: coloursOf(classes.length), texts: classTexts(classes), ramp }
    : { colours: [...deviationColours], texts: deviationTexts(classes), ramp: deviationRamp };
}

const deviationRamp = rampOf(deviationColours);

/** The colour and text of points that have a value and no target. */
export const untargeted = { colour: untargetedColour, text: 'no target' } as const;
