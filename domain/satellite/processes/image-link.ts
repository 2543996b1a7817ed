/** An image behind a link, which needs no further access. */
export interface LinkedImage {
  ownerId: string;
  fieldId: string;
  processId: string;
  /** `NDVI`, `RGB_PNG`. */
  type: string;
  /** When the link expires, in milliseconds since 1970. */
  until: number;
}

/** Makes and reads links: the text of one, in a URL, opens one image until it expires. Nothing is stored. */
export interface ImageLinks {
  write(image: LinkedImage): Promise<string>;
  /** Undefined for a text that was not written here, or was changed. */
  read(text: string): Promise<LinkedImage | undefined>;
}
