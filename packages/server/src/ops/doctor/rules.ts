import { BOOKING_RULES } from '../../booking/doctor/rules.ts'
import { bookingKey } from '../../booking/keys.ts'
import { CONNECTION_RULES } from '../../external-calendars/doctor/rules.ts'
import { IDENTITY_RULES } from '../../identity/doctor/rules.ts'
import type { InShare, ItemRepairs } from '../../kernel/doctor/rule.ts'
import { PAYMENT_RULES } from '../../payments/doctor/rules.ts'
import { staysRules } from '../../stays/doctor/rules.ts'
import type { AnyRuleCheck } from './check.ts'

/** A rule of any context, over kinds of items that the doctor knows. */
interface AnyRule {
  readonly check: (inShare: InShare) => AnyRuleCheck
  readonly repairs?: ItemRepairs
}

/** The rules of all contexts. */
export const RULES: readonly AnyRule[] = [
  ...IDENTITY_RULES,
  ...BOOKING_RULES,
  ...staysRules(bookingKey),
  ...CONNECTION_RULES,
  ...PAYMENT_RULES,
]
