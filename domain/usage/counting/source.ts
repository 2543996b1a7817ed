import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { Piece } from './series.ts';

/** What is counted: a usage fact by its key in the table, or a field whose boundary is there. */
export type SourceName = { svcUserId: string; fact: string } | { svcUserId: string; fieldId: string };

/** A note that something counted may have changed. `again` where the days of terms have changed, so that it counts anew. */
export interface ChangedSource {
  source: string;
  again?: boolean;
}

/** Counted work as it is now. */
export type Counted = Omit<Piece, 'shape'> & {
  shape?: MultiPolygon;
  /** Whether a boundary that is there is counted, and not work of a day. */
  isPresent: boolean;
};

/**
 * The name of something counted, as one text that begins with the user.
 *
 * @example sourceText({ svcUserId: 'u', fieldId: 'f' }) // 'u#field#f'
 */
export function sourceText(name: SourceName): string {
  return 'fact' in name ? `${name.svcUserId}#fact#${name.fact}` : `${name.svcUserId}#field#${name.fieldId}`;
}

/** The name in such a text. */
export function sourceIn(text: string): SourceName {
  const [svcUserId = '', kind, ...rest] = text.split('#');
  return kind === 'fact' ? { svcUserId, fact: rest.join('#') } : { svcUserId, fieldId: rest.join('#') };
}
