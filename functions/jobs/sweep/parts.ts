/** The sweeps of one job or area, by name. Each resumes or ends overdue work, and returns how much it found. */
export type SweepParts = Readonly<Record<string, () => Promise<number>>>;
