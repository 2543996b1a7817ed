import { isAllowedFunction } from './allowed-functions.ts';

/** A node of the output of `json_serialize_sql`. */
type Node = Readonly<Record<string, unknown>>;

/** The rows and tables that a statement may read. */
export interface Readable {
  ownerId: string;
  /** Tables of the schema `store`. */
  tables: ReadonlySet<string>;
}

const classes = new Set(
  'BETWEEN CASE CAST COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA OPERATOR POSITIONAL_REFERENCE SUBQUERY WINDOW'.split(
    ' ',
  ),
);
/** Types of nodes other than expressions. */
const types = new Set(
  `SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE BASE_TABLE EMPTY JOIN SUBQUERY ASCENDING DESCENDING ORDER_DEFAULT
  DISTINCT_MODIFIER LIMIT_MODIFIER ORDER_MODIFIER`.split(/\s+/),
);
/**
 * Shared tables, whose rows have no owner. Listed separately from the catalogue, so that a mistake there is found here.
 */
const sharedTables = new Set(['ssurgo', 'states_counties']);
/** Names of common table expressions that the compiler generates. */
const commonTable = /^w\d+$/;

/**
 * Checks a statement as DuckDB parses it: one SELECT of known nodes, known functions, and tables directly under the
 * owner's predicate. Independent of how the statement was made.
 *
 * @throws Error that names the violation; a correctly compiled query has none.
 */
export function checkStatement(serialized: unknown, readable: Readable): void {
  const { error, statements } = serialized as { error?: boolean; statements?: Node[] };
  if (error || statements?.length !== 1) refuse('it is not one SELECT');
  visit(statements?.[0], readable);
}

function visit(value: unknown, readable: Readable): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, readable);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  if (typeof node.class === 'string') {
    if (!classes.has(node.class)) refuse(`it has an expression of the class ${node.class}`);
    if (node.class === 'CONSTANT') return;
  } else if (typeof node.type === 'string' && !types.has(node.type)) {
    refuse(`it has a part of the type ${node.type}`);
  }
  checkNames(node);
  if (node.type === 'SELECT_NODE' && isStored(node.from_table)) checkScan(node, readable);
  else if (isStored(node)) refuse('it reads a table beside the scans');
  const scanned = isStored(node.from_table) ? { ...node, from_table: undefined } : isList(node) ? listOf(node) : node;
  for (const [name, part] of Object.entries(scanned)) if (name !== 'cast_type') visit(part, readable);
}

function checkNames({ function_name: called, schema, catalog, cte_map: common }: Node): void {
  if (called !== undefined) {
    if (!isAllowedFunction(String(called))) refuse(`it calls ${called}`);
    if (catalog || (schema && schema !== 'main')) refuse(`it calls ${called} by the name of a schema`);
  }
  for (const { key } of (common as { map?: { key: string }[] } | undefined)?.map ?? []) {
    if (!commonTable.test(key)) refuse(`it names a subquery ${key}`);
  }
}

/** Whether a node is a table, other than a common table expression. */
function isStored(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, table_name: table, schema_name: schema, catalog_name: catalog } = value as Node;
  return type === 'BASE_TABLE' && !(schema === '' && catalog === '' && commonTable.test(String(table)));
}

/** `VALUES`, which is parsed as all columns of its rows. */
function isList({ type, from_table: from, select_list: selected }: Node): boolean {
  const [only, ...others] = (selected ?? []) as Node[];
  const isRows = type === 'SELECT_NODE' && (from as Node | undefined)?.type === 'EXPRESSION_LIST';
  return isRows && only?.type === 'STAR' && only.expr === null && others.length === 0;
}

const listOf = (node: Node): Node => ({ ...node, select_list: [], from_table: (node.from_table as Node).values });

function checkScan({ from_table: from, where_clause: where, select_list: selected }: Node, readable: Readable): void {
  const { schema_name: schema, table_name: table, catalog_name: catalog, at_clause: at } = from as Node;
  if (schema !== 'store' || catalog || at || !readable.tables.has(String(table))) refuse(`it reads ${schema}.${table}`);
  const parts =
    (where as Node | null)?.type === 'CONJUNCTION_AND' ? ((where as Node).children as Node[]) : [where as Node];
  if (!sharedTables.has(String(table)) && !parts.some((part) => isOwner(part, readable.ownerId)))
    refuse(`it reads ${table} without its owner`);
  // An alias could replace a column in the predicate.
  for (const { alias } of selected as Node[]) {
    if (!/^(c\d+[xywsen]?)?$/.test(String(alias))) refuse(`it calls a stored column ${alias}`);
  }
}

function isOwner(part: Node | null, ownerId: string): boolean {
  if (part?.type !== 'COMPARE_EQUAL') return false;
  const [left, right] = [part.left as Node, part.right as Node];
  const names = left.class === 'COLUMN_REF' ? (left.column_names as string[]) : [];
  const value = right.class === 'CONSTANT' ? (right.value as Node) : undefined;
  return names.join('.') === 'owner' && value?.is_null === false && value.value === ownerId;
}

function refuse(reason: string): never {
  throw new Error(`The compiled statement is refused: ${reason}.`);
}
