/** What a provider wants of a zip, beyond what all of them do. */
export interface ZipRules {
  /** The folder that holds the files; at the top of the zip if there is none. */
  folder?: 'Rx';
  /** Whether a name of a file, with its extension, is accepted; `rule` completes the sentence “The name … ”. */
  fileName?: { accepts(name: string): boolean; rule: string };
  /** Characters of the name of the column with the rates. */
  columnCharacters?: number;
  /** Whether it documents prescriptions for planting alone. */
  isForPlanting?: true;
}

/** What a provider has to know of a prescription besides the file, and what it wants of the file. */
export interface PrescriptionFacts {
  needs: readonly ('organizationId' | 'rateColumn' | 'rateUnit')[];
  zip: ZipRules;
}
