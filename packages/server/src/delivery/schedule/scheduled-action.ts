import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { dueKey } from '../keys.ts'

const ACTIONS = [
  'remind',
  'complete',
  'thank_you',
  'no_show',
  'balance_due',
  'balance_remind',
  'balance_cancel',
  'security_due',
  'security_release',
] as const

/**
 * What happens to a booking by itself: its booker is reminded, it is completed, its booker gets an email after
 * it was completed or marked as a no-show, its balance is asked for, asked for once more, or the end of it if nobody paid,
 * or its security deposit is asked for, or released.
 */
export type ActionKind = (typeof ACTIONS)[number]

const scheduledActionAttributes = z.object({
  accountId: z.string(),
  bookingId: z.string(),
  kind: z.enum(ACTIONS),
  dueEpochSeconds: z.int(),
  /** For a reminder, a balance or a security deposit to ask for: the start that it is about. */
  startEpochSeconds: z.exactOptional(z.int()),
  /** For one of several reminders: all of them when it was scheduled. Absent: it was the only one. */
  reminderMinutes: z.exactOptional(z.array(z.int())),
  version: z.literal(1),
})

/** An action on a booking at a later time. */
export interface ScheduledAction extends AttributesOf<typeof scheduledActionAttributes> {}

/** The item of a scheduled action, in a queue by due time. */
export const scheduledActionEntity = defineEntity<ScheduledAction>({
  name: 'scheduled action',
  key: ({ bookingId, kind, dueEpochSeconds }) => dueKey(bookingId, kind, dueEpochSeconds),
  inKey: {},
  schema: scheduledActionAttributes,
})
