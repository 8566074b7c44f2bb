import { triggersDue, waitlistsDue } from '../../booking/keys.ts'
import { actionsDue } from '../../delivery/keys.ts'
import { connectionsDue } from '../../external-calendars/keys.ts'
import type { DueQueue } from '../../kernel/due-queue.ts'
import { tasksDue } from '../../kernel/keys.ts'
import { CONSUMER_NAMES, type ConsumerName } from '../../kernel/queue/task.ts'
import { paymentsDue } from '../../payments/keys.ts'

/** The kinds of due work that no consumer of events does, by their names in metrics and alarms. */
export const DUE_KINDS = ['due_actions', 'connections', 'payments', 'waitlists', 'holds'] as const

/** A kind of due work. */
export type DueKind = (typeof DUE_KINDS)[number]

/** The queue of each kind of due work. */
export const DUE_QUEUES: Readonly<Record<DueKind, DueQueue>> = {
  due_actions: actionsDue,
  connections: connectionsDue,
  payments: paymentsDue,
  waitlists: waitlistsDue,
  holds: triggersDue,
}

/** All queues by due time: those of each kind, and those of the consumers. */
export const ALL_DUE_QUEUES: readonly (readonly [DueKind | ConsumerName, DueQueue])[] = [
  ...DUE_KINDS.map((kind) => [kind, DUE_QUEUES[kind]] as const),
  ...CONSUMER_NAMES.map((name) => [name, tasksDue(name)] as const),
]
