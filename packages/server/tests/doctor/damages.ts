import { CALENDAR_DAMAGES } from './calendar-damages.ts'
import { CONNECTION_DAMAGES } from './connection-damages.ts'
import { COUNT_DAMAGES } from './count-damages.ts'
import { ITEM_DAMAGES } from './item-damages.ts'
import { LEDGER_DAMAGES } from './ledger-damages.ts'
import type { Damage } from './plant.ts'

/** All damages that can be written through the store. */
export const DAMAGES: readonly Damage[] = [
  ...LEDGER_DAMAGES,
  ...COUNT_DAMAGES,
  ...ITEM_DAMAGES,
  ...CALENDAR_DAMAGES,
  ...CONNECTION_DAMAGES,
]
