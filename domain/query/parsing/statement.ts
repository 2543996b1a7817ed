import { fail } from '../fault.ts';
import { tokenize } from '../lexing/tokenize.ts';
import type { Query } from '../syntax/queries.ts';
import { parseQuery } from './query.ts';
import { TokenStream } from './token-stream.ts';

/** First words of statements that change something, or that ask about the engine and not about data. */
const otherStatements = new Set(
  `ALTER ANALYZE ASSERT ATTACH BEGIN CALL CHECKPOINT CLONE COMMENT COMMIT COPY CREATE DECLARE DEALLOCATE DEFINE DELETE DESC DESCRIBE
  DETACH DROP EXECUTE EXPLAIN EXPORT GRANT IMPORT INSERT INSTALL LOAD LOOP MERGE MODULE PRAGMA PREPARE RAISE RENAME REPLACE RESET
  RETURN REVOKE ROLLBACK RUN SET SHOW START TRUNCATE UNDROP UPDATE USE VACUUM WHILE`.split(/\s+/),
);

/** The one query that a text holds. */
export function parseStatement(text: string): Query {
  const stream = new TokenStream(tokenize(text));
  const first = stream.peek();
  if (first.kind === 'word' && otherStatements.has(first.text)) {
    fail('not_read_only', first.at, `Only queries are taken, and this is a ${first.text} statement.`, {
      hint: 'Begin with SELECT or WITH.',
    });
  }
  const query = parseQuery(stream);
  const ended = stream.take(';');
  const rest = stream.peek();
  if (rest.kind === 'end') return query;
  if (ended) fail('multiple_statements', rest.at, 'One request takes one query, and another statement follows.');
  if (stream.is('INTO')) stream.unexpected();
  return stream.unexpected('end of input');
}
