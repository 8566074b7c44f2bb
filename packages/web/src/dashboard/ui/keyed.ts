/** An entry of an edited list. `key` identifies it while its values change. */
export interface Keyed {
  readonly key: string
}

/** A key that no entry of a list has yet. */
export function nextKey(entries: readonly Keyed[]): string {
  const taken = new Set(entries.map(({ key }) => key))
  let number = entries.length + 1
  while (taken.has(`new ${number}`)) number += 1
  return `new ${number}`
}

/** The list with two entries swapped; the same list if one of them does not exist. */
export function swapped<Entry>(
  entries: readonly Entry[],
  index: number,
  other: number,
): readonly Entry[] {
  const [one, two] = [entries[index], entries[other]]
  return one === undefined || two === undefined
    ? entries
    : entries.with(index, two).with(other, one)
}
