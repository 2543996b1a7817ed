import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { read } from './tree.ts';

/** The modules whose values a module uses: what a reader has to follow, beyond the types that it names. */
function usedBy(path: string): string[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause: clause, moduleSpecifier } = statement;
    const named = clause?.namedBindings;
    const isTypes =
      clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
      (named && ts.isNamedImports(named) && named.elements.every(({ isTypeOnly }) => isTypeOnly));
    const { text } = moduleSpecifier;
    return !isTypes && text.startsWith('.') ? [posix.join(posix.dirname(path), text)] : [];
  });
}

function readFor(entries: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...usedBy(path));
  }
  return reached;
}

/** Figures to look at, and no limits: a number that may only fall punishes whoever adds a part that is needed. */
describe('what a reader has to follow for a request', () => {
  const requests: [what: string, entries: string[]][] = [
    [
      'GET /fields: handler, contract, store and pipeline',
      [
        'functions/areas/fields/field/list-fields.ts',
        'functions/areas/fields/field/endpoints.ts',
        'adapters/aws/dynamodb/fields/field-directory.ts',
        'functions/http/serve.ts',
      ],
    ],
    [
      'a zip to fields: worker, reader of boundaries and stores',
      [
        'functions/jobs/convert-boundaries/convert-upload.ts',
        'adapters/boundary-files/boundary-reader.ts',
        'adapters/aws/dynamodb/fields/field-writer.ts',
        'adapters/aws/dynamodb/uploads/upload-store.ts',
      ],
    ],
  ];
  test.each(requests)('%s', (what, entries) => {
    const files = readFor(entries);
    // Of an entry that has moved nothing would be counted.
    for (const entry of entries) expect(usedBy(entry), entry).not.toEqual([]);
    console.log(`files to read for ${what}: ${files.size}`);
  });
});
