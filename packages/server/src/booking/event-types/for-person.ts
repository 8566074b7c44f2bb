import type { Standing } from '../../kernel/caller.ts'
import type { AccessRule } from './access-rule.ts'
import type { EventType } from './event-type.ts'

/** Who asks: somebody who is known, or a stranger, who may be anybody. */
export type Asker = Standing | 'stranger'

/** Somebody of whom the account knows nothing. */
export const NOBODY: Standing = { tags: [], isBarred: false, noShowCount: 0 }

/** Caches the event type that each rule led to, so that its policy stays the same object. */
const made = new WeakMap<AccessRule, { readonly of: EventType; readonly eventType: EventType }>()

/**
 * An event type under the rules for whoever asks; undefined if they may not book it. A stranger has the rules for
 * everybody, and did not miss a booking. Without such rules, those of the event type: whether they may book is decided once they are known.
 */
export function forPerson(eventType: EventType, asker: Asker): EventType | undefined {
  const { access } = eventType
  if (access === undefined) return eventType
  const rule = ruleFor(access, asker)
  if (asker !== 'stranger' && (asker.isBarred || rule === undefined)) return undefined
  if (rule === undefined) return eventType
  const known = made.get(rule)
  if (known?.of === eventType) return known.eventType
  const own = { ...withWindow(priced(eventType, rule), rule), ...limitsFor(eventType, rule) }
  made.set(rule, { of: eventType, eventType: own })
  return own
}

/** An event type with the window of a rule, which counts instead of its own and of its release. */
function withWindow(eventType: EventType, { maxAdvanceDays }: AccessRule): EventType {
  if (maxAdvanceDays === undefined) return eventType
  const { release: _, ...rest } = eventType
  return { ...rest, maxAdvanceDays }
}

/** The limits of an event type, with those of its booker that a rule has instead. */
const limitsFor = ({ limits }: EventType, { limits: own }: AccessRule) =>
  own === undefined ? {} : { limits: { ...limits, ...own } }

/** An event type that costs what a rule says. That is the last step of a price, so what comes before it does not count. */
function priced(eventType: EventType, { amount }: AccessRule): EventType {
  const { payment, candidateRules, priceRules: _, optionsAmount: ____, ...rest } = eventType
  if (amount === undefined || payment === undefined) return eventType
  const { amountByDurationMinutes: __, ...usual } = payment
  const unpriced = candidateRules?.map(({ amount: ___, ...rule }) => rule)
  return {
    ...rest,
    payment: { ...usual, amount },
    ...(unpriced && { candidateRules: unpriced }),
  }
}

/** The first rule for whoever asks. Upper case of tags does not count. */
function ruleFor(access: readonly AccessRule[], asker: Asker): AccessRule | undefined {
  const { tags: ownTags, noShowCount } = asker === 'stranger' ? NOBODY : asker
  const own = new Set(ownTags.map(keyOf))
  return access.find(
    ({ tags, maxNoShows = Infinity }) =>
      noShowCount <= maxNoShows && (tags.length === 0 || tags.some((tag) => own.has(keyOf(tag)))),
  )
}

const keyOf = (tag: string): string => tag.toLowerCase()
