/**
 * A value of a template with its references as text: `<LogicalId>`, `<LogicalId.Attribute>` and `<AWS::Region>`, as security rules write them.
 *
 * @example plainText({ 'Fn::Join': ['', ['furrow-', { Ref: 'AWS::Region' }]] }) // 'furrow-<AWS::Region>'
 */
export function plainText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainText);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length === 1 && name === 'Ref') return `<${argument}>`;
  if (entries.length === 1 && name === 'Fn::GetAtt') return `<${[argument].flat().join('.')}>`;
  if (entries.length === 1 && name === 'Fn::Join') {
    const [separator, items] = argument as [string, unknown[]];
    return items.map(plainText).join(separator);
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, plainText(item)]));
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
