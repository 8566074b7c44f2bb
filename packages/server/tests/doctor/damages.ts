import { CALENDAR_DAMAGES } from './calendar-damages.ts'
import { CONNECTION_DAMAGES } from './connection-damages.ts'
import { COUNT_DAMAGES } from './count-damages.ts'
import { GUEST_DAMAGES } from './guest-damages.ts'
import { ITEM_DAMAGES } from './item-damages.ts'
import { LEDGER_DAMAGES } from './ledger-damages.ts'
import type { LivedInCounts } from './lived-in-counts.ts'
import type { Damage } from './plant.ts'
import { WAITLIST_DAMAGES } from './waitlist-damages.ts'

/** Damages to providers, their time, calendars and accounts. */
export const DAMAGES: readonly Damage[] = [
  ...LEDGER_DAMAGES,
  ...ITEM_DAMAGES,
  ...GUEST_DAMAGES,
  ...CALENDAR_DAMAGES,
  ...CONNECTION_DAMAGES,
]

/** Damages to what can run out: seats, limits and wait lists. */
export const COUNTED_DAMAGES: readonly Damage<LivedInCounts>[] = [
  ...COUNT_DAMAGES,
  ...WAITLIST_DAMAGES,
]
