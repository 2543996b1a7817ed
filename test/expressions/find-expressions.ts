import ts from 'typescript';
import { modules, read } from '../house/tree.ts';

export interface Expression {
  /** The position as `file:line`. */
  location: string;
  source: string;
  flags: string;
}

export interface FoundExpressions {
  literals: Expression[];
  /** Positions of expressions built from a text, which no check can read. */
  constructed: string[];
}

const product = /^(adapters|bin|domain|formats|functions|local)\//;

/** Every regular expression of the product, which input may reach. */
export function findExpressions(): FoundExpressions {
  const found: FoundExpressions = { literals: [], constructed: [] };
  for (const file of modules().filter((path) => product.test(path))) {
    const tree = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      const location = () => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.literals.push({ location: location(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
        found.constructed.push(location());
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found;
}
