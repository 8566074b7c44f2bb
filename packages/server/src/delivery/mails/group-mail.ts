import { type BookingStatus, isErasedBooker } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import type { GroupChange } from '../../booking/groups/group-mail-task.ts'
import { bookingKey } from '../../booking/keys.ts'
import { isWithGroup } from '../../booking/visits/booking-group.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import { withBookedTogether } from './booked-together.ts'
import type { MailDraft } from './compose.ts'
import type { WrittenMail } from './mail-body.ts'
import type { MailTo } from './send-mails.ts'
import { isGroupMessage, writeGroupMail } from './write-group-mail.ts'

/** Whether a booking changed with its group, whose one email says so to all but the providers of a class. */
export const isOfGroup = ({ data }: DomainEvent): boolean => data.groupChange === true

/** What the emails about a group need of those about a booking. */
export interface GroupMailTools {
  /** The emails that a change of one booking would cause; an attempt: wait for the link of its meeting. */
  readonly load: (event: DomainEvent) => Promise<readonly MailDraft[] | Attempt | undefined>
  /** Writes an email that is about one booking only. */
  readonly writeAlone: (draft: MailDraft, event: DomainEvent) => Promise<WrittenMail>
  /** The page where the booker manages a group, in the language of a locale. */
  readonly manageUrlOf: (groupId: string, locale: string | undefined) => string
}

/** The emails about a change of a group, and whether nobody has proved to own the booker's address. */
export interface GroupMails {
  readonly mails: readonly MailTo[]
  readonly isUnproven: boolean
}

interface Drafted {
  readonly draft: MailDraft
  readonly event: DomainEvent
}

/**
 * The emails about a change of several bookings of a group: one for each reader and kind of message, with one
 * invitation file. Answers an attempt if one of the bookings waits for the link of its meeting.
 */
export async function groupMails(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  event: DomainEvent,
  tools: GroupMailTools,
): Promise<GroupMails | Attempt> {
  const drafted = new Map<string, Drafted[]>()
  for (const each of await eventsOf(deps, event)) {
    const loaded = await tools.load(each)
    if (loaded === undefined) continue
    if ('kind' in loaded) return loaded
    for (const draft of loaded) {
      const key = readerKey(draft)
      drafted.set(key, [...(drafted.get(key) ?? []), { draft, event: each }])
    }
  }
  const mails: MailTo[] = []
  let isUnproven = false
  for (const together of drafted.values()) {
    const [first] = together
    if (first === undefined) continue
    const bookings = together.map((each) => each.draft.context.booking)
    const draft =
      first.draft.recipient === 'booker'
        ? {
            ...first.draft,
            context: await withBookedTogether(deps, first.draft.context, bookings),
          }
        : first.draft
    const drafts = [draft, ...together.slice(1).map((each) => each.draft)]
    const isAlone = drafts.length === 1 || !isGroupMessage(draft.message)
    const alone = await tools.writeAlone(draft, first.event)
    const { groupId } = changeIn(event)
    const manageUrl = tools.manageUrlOf(groupId, draft.context.booking.booker?.locale)
    const mail = isAlone ? alone : writeGroupMail(drafts, alone, manageUrl)
    mails.push([draft.recipient, { ...mail, id: groupMailId(alone, draft) }])
    isUnproven ||= draft.context.booking.isUnproven === true
  }
  return { mails, isUnproven }
}

/** What the drafts of one email have in common. */
const readerKey = (draft: MailDraft): string =>
  [draft.recipient, draft.message, draft.to.address.toLowerCase(), ownBookingOf(draft)].join(' ')

/**
 * The booking that somebody reads of alone: a message that has no words for several, such as to a provider whose booking
 * somebody else takes; or to a booker who got it from the booker of the group, as an email about the group has the link
 * of the group.
 */
const ownBookingOf = ({ recipient, message, context }: MailDraft): string | undefined =>
  !isGroupMessage(message) || (recipient === 'booker' && !isWithGroup(context.booking))
    ? context.booking.id
    : undefined

/** Tells the emails about a change apart, where the email of a single booking does not: several readers and kinds. */
function groupMailId(alone: WrittenMail, draft: MailDraft): string {
  const { recipient, attending, context } = draft
  const ofProvider =
    recipient === 'provider' && attending === undefined ? context.provider.id : undefined
  const reader = [ofProvider, ownBookingOf(draft)].filter((part) => part !== undefined)
  return [alone.id, draft.message, ...reader].join('.')
}

// The server itself writes the data of the task, so it needs no check here.
const changeIn = (event: DomainEvent): GroupChange => event.data as unknown as GroupChange

/** The changes of the single bookings as events, without those that changed again since. */
async function eventsOf(
  deps: Pick<Dependencies, 'store'>,
  event: DomainEvent,
): Promise<readonly DomainEvent[]> {
  const { bookings } = changeIn(event)
  const keys = bookings.map(({ id }) => bookingKey(id))
  const items = await readItems(deps.store, keys)
  return bookings.flatMap(({ eventName, previous }, index): readonly DomainEvent[] => {
    const item = items[index]
    const booking = item && bookingEntity.decode(item)
    if (booking === undefined || !STATUSES_AFTER[eventName].includes(booking.status)) return []
    if (booking.booker && isErasedBooker(booking.booker)) return []
    return [
      {
        ...event,
        type: eventName,
        resourceId: booking.id,
        resourceVersion: booking.version,
        data: { booking: bookingRepresentation(booking), ...previous },
      },
    ]
  })
}

const STATUSES_AFTER: Readonly<
  Record<GroupChange['bookings'][number]['eventName'], readonly BookingStatus[]>
> = {
  'booking.created': ['pending'],
  'booking.confirmed': ['confirmed'],
  'booking.cancelled': ['cancelled'],
  // It may have to be approved again.
  'booking.rescheduled': ['pending', 'confirmed'],
}
