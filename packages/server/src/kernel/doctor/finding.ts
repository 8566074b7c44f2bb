import type { ItemKey } from '../ports/store.ts'

/** `error`: a promise is broken or at risk. `warning`: only time or space is lost. */
export type Severity = 'error' | 'warning'

/** The meaning of a code. A single finding can be beyond repair even if its code is repairable. */
interface Meaning {
  readonly severity: Severity
  readonly repairable: boolean
}

/** The codes of a context, each with its meaning. */
export type FindingCodes = Readonly<Record<string, Meaning>>

/** The codes of the contexts. Each adds its own in its `findings.ts` (declaration merging). */
export interface FindingCodesOfContexts {
  readonly kernel: never
}

/** The stable name of a problem. */
export type FindingCode = FindingCodesOfContexts[keyof FindingCodesOfContexts]

/** An inconsistency in the store. */
export interface Finding extends Meaning {
  readonly code: FindingCode
  /** The keys of the affected items, the wrong one first. A missing item has the key that it should have. */
  readonly keys: readonly ItemKey[]
  /**
   * The affected part of a ledger item, ascending: 5-minute quanta of a day (108 = 09:00 UTC), or days of
   * a month (0 = the first).
   */
  readonly quanta?: readonly number[]
  /** What was seen of the items, such as their versions. Changed by the next pass: they were only in motion. */
  readonly evidence?: string
  /** The problem, as a sentence. */
  readonly sentence: string
}

/** Creates a finding. `repairable: false` overrides its code. */
export type CreateFinding<Code extends FindingCode> = (
  code: Code,
  keys: readonly ItemKey[],
  sentence: string,
  more?: Pick<Partial<Finding>, 'quanta' | 'evidence'> & { readonly repairable?: false },
) => Finding

/** Makes the function that creates the findings of a context. */
export const findingsOf =
  <Code extends FindingCode>(codes: Readonly<Record<Code, Meaning>>): CreateFinding<Code> =>
  (code, keys, sentence, more = {}) => {
    // Only the keys: a report must not contain other attributes of an item.
    const bare = keys.map(({ PK, SK }) => ({ PK, SK }))
    return { code, ...codes[code], ...more, keys: bare, sentence }
  }

/** The finding, marked as not repairable. */
export const beyondRepair = (each: Finding): Finding => ({ ...each, repairable: false })
