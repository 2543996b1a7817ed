/** Queries are found by their id alone. */
export function queryKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#${id}`, sk: 'query' };
}

/** The query's text, apart from what is changed again and again. */
export function queryTextKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { ...queryKey(ownerId, id), sk: 'text' };
}

/** One partition holds what is under way. */
export const deadlineKey = 'queries';
