import { fail } from '../fault.ts';
import type { InvalidQueryAdvice } from '../invalid-query.ts';
import type { Token } from '../lexing/token.ts';
import { tokenize } from '../lexing/tokenize.ts';
import { nearest } from '../nearest.ts';
import type { Query } from '../syntax/queries.ts';
import { parseQuery } from './query.ts';
import { TokenStream } from './token-stream.ts';

/** First words of statements that change something, or that query the engine instead of data. */
const otherStatements = new Set(
  `ALTER ANALYZE ASSERT ATTACH BEGIN CALL CHECKPOINT CLONE COMMENT COMMIT COPY CREATE DECLARE DEALLOCATE DEFINE DELETE DESC DESCRIBE
  DETACH DROP EXECUTE EXPLAIN EXPORT GRANT IMPORT INSERT INSTALL LOAD LOOP MERGE MODULE PRAGMA PREPARE RAISE RENAME REPLACE RESET
  RETURN REVOKE ROLLBACK RUN SET SHOW START TRUNCATE UNDROP UPDATE USE VACUUM WHILE`.split(/\s+/),
);

const beginnings = ['SELECT', 'WITH'];

/** The single query of a text. */
export function parseStatement(text: string): Query {
  const stream = new TokenStream(tokenize(text));
  const first = stream.peek();
  if (first.kind === 'word' && otherStatements.has(first.text)) {
    fail('not_read_only', first.at, `Only queries are allowed, and this statement begins with ${first.text}.`, {
      hint: 'Begin with SELECT or WITH.',
    });
  }
  if (!stream.isOne(...beginnings, '(', ';') && first.kind !== 'end')
    stream.unexpected('SELECT or WITH', adviceFor(first));
  const query = parseQuery(stream);
  const ended = stream.take(';');
  const rest = stream.peek();
  if (rest.kind === 'end') return query;
  if (ended) fail('multiple_statements', rest.at, 'A request runs one query, and another statement follows.');
  if (stream.is('INTO')) stream.unexpected();
  return stream.unexpected('end of input');
}

/** Advice for a text with another beginning: a misspelt word, or JSON, in which other services accept a query. */
function adviceFor({ kind, text }: Token): InvalidQueryAdvice {
  if (kind === 'string' || text === '{') return { hint: 'Send the text of the query itself, without JSON around it.' };
  const suggestion = kind === 'word' ? nearest(text, beginnings) : undefined;
  return suggestion ? { suggestion } : {};
}
