/** What the engines say of a geography that is no point and no constant: Athena has no way to measure from it. */
export const pointsOnly = 'distances are measured from points';
