import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Language } from './languages.ts';
import { pt } from './pt.ts';

export type Texts = typeof en;

const all: Record<Language, Texts> = { en, pt, es, fr };

export const textsOf = (language: Language): Texts => all[language];
