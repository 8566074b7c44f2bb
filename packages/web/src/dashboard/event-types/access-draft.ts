import { majorText, minorUnitsOf } from '../../shared/money.ts'
import type { EventType } from '../api.ts'
import { tagsIn } from '../contacts/tags-in.ts'
import type { Keyed } from '../ui/keyed.ts'
import { type LimitsDraft, limitsDraftOf, limitsOf } from '../ui/limits-draft.ts'
import type { PaymentDraft } from './payment-draft.ts'

/** The limits that a kind of customers can have, in the order of the form. */
export const ACCESS_LIMITS = ['perBooker', 'perBookerEver'] as const

/** The most kinds of customers of an event type. */
export const MAX_ACCESS = 10

/** What a kind of customers may book, in the form. Empty fields: as the event type says. */
export interface AccessDraft extends Keyed {
  /** Separated by commas. Empty: everybody. */
  readonly tags: string
  readonly maxNoShows: string
  readonly maxAdvanceDays: string
  /** In major units of the currency of the payment. */
  readonly amount: string
  readonly limits: LimitsDraft<(typeof ACCESS_LIMITS)[number]>
}

/** A new kind of customers: everybody, under the rules of the event type. */
export const newAccess = (key: string): AccessDraft => ({
  key,
  tags: '',
  maxNoShows: '',
  maxAdvanceDays: '',
  amount: '',
  limits: limitsDraftOf(ACCESS_LIMITS, null),
})

/** The form's values for the kinds of customers of an event type. */
export const accessDraftsOf = ({
  access,
  payment,
}: Pick<EventType, 'access' | 'payment'>): readonly AccessDraft[] =>
  access.map(({ tags, maxNoShows, maxAdvanceDays, amount, limits }, index) => ({
    key: `saved ${index}`,
    tags: tags.join(', '),
    maxNoShows: String(maxNoShows ?? ''),
    maxAdvanceDays: String(maxAdvanceDays ?? ''),
    amount: amount === null || payment === null ? '' : majorText(amount, payment.currency),
    limits: limitsDraftOf(ACCESS_LIMITS, limits),
  }))

/** The kinds of customers as the API takes them. Without a payment, they have no prices. */
export const accessOf = (drafts: readonly AccessDraft[], { isPaid, currency }: PaymentDraft) =>
  drafts.map(({ tags, maxNoShows, maxAdvanceDays, amount, limits }) => ({
    tags: tagsIn(tags),
    maxNoShows: maxNoShows.trim() === '' ? null : Number(maxNoShows),
    maxAdvanceDays: maxAdvanceDays.trim() === '' ? null : Number(maxAdvanceDays),
    amount: isPaid ? (minorUnitsOf(amount, currency) ?? null) : null,
    limits: limitsOf(limits),
  }))
