import type { Question } from '../how/question.ts';

/** A number, and the question that it answers. */
export interface NumberCell {
  value: number | string | null;
  question: Question;
}

/** A number of the ground inside of a zone, and of the rest of the field. */
export interface NumberRow {
  id: string;
  title: string;
  unit?: string;
  inside: NumberCell;
  outside: NumberCell;
}
