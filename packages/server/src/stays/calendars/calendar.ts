import type { StayRules } from '@holdfast/engine'
import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { AttributeValue, Item } from '../../kernel/ports/store.ts'
import { calendarKey, calendarsOfAccount } from '../keys.ts'

/** What a calendar keeps exclusive: nothing, or its nights, each for one stay. */
export type Exclusive = 'none' | 'nights'

/** What only a calendar of nights has: its rules, and when guests come and go. */
export interface StayPolicy extends StayRules {
  /** Minutes of the day in the calendar's zone. */
  readonly checkInMinute: number
  readonly checkOutMinute: number
}

/** A calendar: events in a zone, or stays. */
export interface Calendar {
  readonly id: string
  readonly accountId: string
  readonly version: number
  readonly name: string
  /** IANA zone; what its dates mean. */
  readonly timeZone: string
  readonly exclusive: Exclusive
  /** Set for a calendar of nights. */
  readonly stayPolicy?: StayPolicy
  /** Set for a calendar of nights with a public page, where anybody can take a stay. */
  readonly publicStays?: boolean
  /** SHA-256 of the token in the link to its feed; absent: there is no feed. */
  readonly feedTokenHash?: Uint8Array
  /** Set once its contents are being removed: from then on it takes no events. */
  readonly removal?: {
    readonly requestedAtEpochSeconds: number
    readonly removedItems: number
  }
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The item of a calendar. `GSI1`: of its account, while it is not being removed. */
export function calendarItem(calendar: Calendar): Item {
  const { id, ...rest } = calendar
  const isListed = calendar.removal === undefined
  return {
    ...calendarKey(id),
    ...present({
      GSI1PK: isListed ? calendarsOfAccount(calendar.accountId) : undefined,
      GSI1SK: isListed ? id : undefined,
      ...rest,
      stayPolicy: rest.stayPolicy as unknown as AttributeValue | undefined,
      removal: rest.removal as unknown as AttributeValue | undefined,
    }),
  }
}

/** Reads the item of a calendar. */
export function calendarFromItem(item: Item): Calendar {
  const { PK, SK: _sk, GSI1PK: _1, GSI1SK: _2, ...attributes } = item
  return { ...(attributes as unknown as Omit<Calendar, 'id'>), id: keyTail(PK) }
}
