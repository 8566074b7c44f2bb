import type { AttributeValue } from '../ports/store.ts'

/** The attributes without the undefined ones, which are not stored. */
export function present(
  attributes: Readonly<Record<string, AttributeValue | undefined>>,
): Record<string, AttributeValue> {
  const kept: Record<string, AttributeValue> = {}
  for (const name in attributes) {
    const value = attributes[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
