import type { SoilFormat } from '../soil-format.ts';
import { modusXml } from './modus-xml.ts';

/** Formats in the order in which they are tried. */
export const soilFormats: SoilFormat[] = [modusXml];
