/** The attributes of an NFT as names and values: any JSON that its minter wrote. */

/** A value of any shape as text. */
const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** One entry of the list that marketplaces use: `{trait_type, value}`. */
function traitOf(entry: unknown): readonly [string, string] | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { trait_type, name, key, value } = entry as Readonly<Record<string, unknown>>;
  const named = trait_type ?? name ?? key;
  return (typeof named === 'string' || typeof named === 'number') && value !== undefined
    ? [String(named), valueText(value)]
    : undefined;
}

/** Names and values in their original order; text that holds JSON is parsed first. */
export function attributeRows(attributes: unknown): readonly (readonly [name: string, value: string])[] {
  if (attributes === undefined || attributes === null || attributes === '') return [];
  if (Array.isArray(attributes))
    return attributes.map((entry, at) => traitOf(entry) ?? [String(at + 1), valueText(entry)]);
  if (typeof attributes === 'object')
    return Object.entries(attributes).map(([name, value]) => [name, valueText(value)] as const);
  if (typeof attributes === 'string' && /^\s*[[{]/.test(attributes))
    try {
      return attributeRows(JSON.parse(attributes) as unknown);
    } catch {
      // The text only begins like JSON.
    }
  return [['Value', valueText(attributes)]];
}
