import type { SoilFormat } from '../soil-format.ts';
import { csv } from './csv.ts';
import { modusJson } from './modus-json.ts';
import { modusSlim } from './modus-slim.ts';
import { modusXml } from './modus-xml.ts';
import { shapefile } from './shapefile.ts';
import { xlsx } from './xlsx.ts';

/** Formats in the order in which they are tried. */
export const soilFormats: SoilFormat[] = [modusXml, modusJson, modusSlim, shapefile, xlsx, csv];
