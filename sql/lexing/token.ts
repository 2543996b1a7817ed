export type TokenKind = 'word' | 'quoted' | 'string' | 'bytes' | 'integer' | 'float' | 'symbol' | 'end';

export interface Token {
  kind: TokenKind;
  /** A word in capitals, the sign itself, or the raw text of a literal. */
  text: string;
  /** The text of a name as written, or of a string with its escapes decoded; bytes as one character each. */
  value: string;
  /** Offsets of the first character and after the last. */
  at: number;
  end: number;
}
