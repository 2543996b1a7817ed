/** Reads byte ranges of objects. */
export interface RangeReader {
  /** The bytes from offset `from` to `to`; undefined if the object does not exist. */
  read(key: string, from: number, to: number): Promise<Uint8Array | undefined>;
}
