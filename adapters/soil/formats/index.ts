import type { SoilFormat } from '../soil-format.ts';
import { csv } from './csv.ts';
import { modusXml } from './modus-xml.ts';
import { xlsx } from './xlsx.ts';

/** Formats in the order in which they are tried. */
export const soilFormats: SoilFormat[] = [modusXml, xlsx, csv];
