/** An image that a link opens for anyone who has it. */
export interface LinkedImage {
  ownerId: string;
  fieldId: string;
  processId: string;
  /** `NDVI`, `RGB_PNG`. */
  type: string;
  /** Milliseconds since 1970 from which on it opens nothing. */
  until: number;
}

/** Texts for URLs, each of which opens one image for a while. Nothing is kept of them. */
export interface ImageLinks {
  write(image: LinkedImage): Promise<string>;
  /** Undefined for a text that was not written here, or was changed. */
  read(text: string): Promise<LinkedImage | undefined>;
}
