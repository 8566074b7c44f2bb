import { ERASED_BOOKER } from '@holdfast/engine'
import type { JsonValue } from '../events/event.ts'

/** A person whose data is exported or erased. */
export interface Person {
  readonly accountId: string
  /**
   * What identifies the person within the account: email addresses in lower case, and the id of a contact that has none or
   * had none.
   */
  readonly addresses: readonly string[]
  /** The names that the person gave with bookings and stays. */
  readonly names: readonly string[]
}

/** Stands in for a text that named an erased person and cannot be absent. */
export const ERASED_TEXT = ERASED_BOOKER.name

/** Decides whether texts name a person. */
export interface Mentions {
  /** Whether an address is that of the person. */
  readonly isAddress: (email: string) => boolean
  /** Whether a text contains the address, or a whole name of at least two words. */
  readonly inText: (text: string | undefined) => boolean
  /** Whether any text within a JSON value does. Names of members count, too. */
  readonly inJson: (value: JsonValue | undefined) => boolean
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, '\\$&')

// "ann@example.com" is not in "joann@example.com", nor in "ann@example.com.au".
const addressPattern = (email: string): string =>
  `(?<![a-z0-9._+-])${escaped(email)}(?![a-z0-9-]|\\.[a-z0-9])`

const words = (name: string): readonly string[] =>
  name.normalize('NFC').trim().split(/\s+/u).filter(Boolean)

// One word alone is no evidence: too many people are called Grace.
const namePattern = (name: string): readonly string[] => {
  const parts = words(name)
  if (parts.length < 2) return []
  return [`(?<![\\p{L}\\p{N}])${parts.map(escaped).join('\\s+')}(?![\\p{L}\\p{N}])`]
}

/** Compiles what identifies a person in texts. Upper and lower case are the same. */
export function mentionsOf({ addresses, names }: Pick<Person, 'addresses' | 'names'>): Mentions {
  const patterns = [...addresses.map(addressPattern), ...names.flatMap(namePattern)]
  const pattern = new RegExp(patterns.join('|'), 'iu')
  const inText = (text: string | undefined) =>
    text !== undefined && pattern.test(text.normalize('NFC'))
  const inJson = (value: JsonValue | undefined): boolean => {
    if (typeof value === 'string') return inText(value)
    if (typeof value !== 'object' || value === null) return false
    return Array.isArray(value)
      ? value.some(inJson)
      : Object.entries(value).some(([name, member]) => inText(name) || inJson(member))
  }
  return { isAddress: (address) => addresses.includes(address.toLowerCase()), inText, inJson }
}
