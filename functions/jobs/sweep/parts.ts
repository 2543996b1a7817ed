/** What the sweep looks after for one job or area, by name: each look answers how much it found overdue, and has it go on or end. */
export type SweepParts = Readonly<Record<string, () => Promise<number>>>;
