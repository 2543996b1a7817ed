/** What engines are made to say where a query calls ERROR, before the query's own words. */
export const endedByQuery = 'the query ends itself';
