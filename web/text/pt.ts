import { en } from './en.ts';
import type { Texts } from './texts.ts';

export const pt: Texts = en;
