/** Base of what reads points: queries, analytics, and the files that the points came from. */
export const pointlakeBase = '/services/pointlake/api/v2';
