/** Key of a query, which is found by its id alone. */
export function queryKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#${id}`, sk: 'query' };
}

/** Key of the query's text, apart from the frequently changed item. */
export function queryTextKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { ...queryKey(ownerId, id), sk: 'text' };
}

/** Partition of the index of deadlines with all pending queries. */
export const deadlineKey = 'queries';
