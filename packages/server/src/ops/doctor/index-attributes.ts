import { INDEX_NAMES, type Item } from '../../kernel/ports/store.ts'
import type { ClassifiedItem } from './classified-item.ts'

const INDEX_ATTRIBUTES: readonly string[] = INDEX_NAMES.flatMap((name) => [
  `${name}PK`,
  `${name}SK`,
])

/** The item with the index attributes that follow from its value. Other attributes stay the same. */
export function reindexed({ item, encode }: ClassifiedItem): Item {
  const { PK, SK } = item
  const others = Object.entries(item).filter(([name]) => !INDEX_ATTRIBUTES.includes(name))
  const expected = Object.entries(encode?.() ?? {}).filter(([name]) =>
    INDEX_ATTRIBUTES.includes(name),
  )
  return { ...Object.fromEntries([...others, ...expected]), PK, SK }
}

/** The index attributes that differ from those that follow from an item's value. */
export function wrongIndexAttributes({ item, encode }: ClassifiedItem): readonly string[] {
  const right = encode?.()
  return INDEX_ATTRIBUTES.filter((name) => item[name] !== right?.[name])
}
