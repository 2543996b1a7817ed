/** Reads parts of objects. */
export interface RangeReader {
  /** The bytes from one place up to another; undefined when there is no such object. */
  read(key: string, from: number, to: number): Promise<Uint8Array | undefined>;
}
