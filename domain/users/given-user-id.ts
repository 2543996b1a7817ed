import * as z from 'zod';

/** The id of a service user in a query or a body, in lower case. Whether the user exists is checked elsewhere. */
export const givenUserId = z
  .uuid({
    error: ({ input }) =>
      input === undefined
        ? 'is required: the id of the service user whom it belongs to'
        : 'must be the id of a service user, a UUID',
  })
  .toLowerCase()
  .describe('Id of the service user, as `GET /users` lists it.');
