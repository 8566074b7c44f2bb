import { type Booker, claimDays, claimOfBooking, formatDate, hasClaim } from '@holdfast/engine'
import { bookingEntity } from '../../../packages/server/src/booking/bookings/booking-item.ts'
import {
  expirationTriggerEntity,
  triggerOf,
} from '../../../packages/server/src/booking/bookings/expiration-trigger.ts'
import type { Offer } from '../../../packages/server/src/booking/bookings/offer.ts'
import type { BookingDependencies } from '../../../packages/server/src/booking/dependencies.ts'
import {
  EVENT_LOG_SECONDS,
  loggedEventEntity,
} from '../../../packages/server/src/delivery/events/event-log.ts'
import { reminderMinutesOf } from '../../../packages/server/src/delivery/schedule/reminders.ts'
import { scheduledActionEntity } from '../../../packages/server/src/delivery/schedule/scheduled-action.ts'
import type { Account } from '../../../packages/server/src/identity/accounts/account.ts'
import type { HoldMark } from '../../../packages/server/src/kernel/ports/store.ts'
import { ledgerKey } from '../../../packages/server/src/ledger/keys.ts'
import {
  addressOfContact,
  type Contact,
  contactAddressEntity,
  contactBookingEntity,
  contactEntity,
  withNoShows,
} from '../../../packages/server/src/people/contacts/contact.ts'
import {
  newTokenWrites,
  withTokens,
} from '../../../packages/server/src/people/contacts/index-contact.ts'
import type { BulkWriter } from './bulk-writer.ts'
import { type Life, liveBooking } from './lives.ts'
import type { Appointment } from './timetable.ts'

/** The open ledger day of a provider. */
interface OpenDay {
  readonly providerId: string
  readonly dayNumber: number
  readonly taken: Set<number>
  readonly holds: HoldMark[]
}

/** Where the items of bookings go, and what they depend on. */
export interface BooksOptions {
  readonly account: Account
  readonly writer: Pick<BulkWriter, 'add'>
  /** The present: nothing that is written happened after it. */
  readonly nowEpochSeconds: number
  /** The last position of the account's event log so far. */
  readonly position: number
}

/** Turns bookings into the items that the server would still have of them. */
export class Books {
  /** The last position of the event log. */
  position: number
  readonly #deps: BookingDependencies
  readonly #now: number
  readonly #account: Account
  readonly #writer: Pick<BulkWriter, 'add'>
  readonly #days = new Map<string, OpenDay>()
  readonly #contacts = new Map<string, Contact>()

  constructor(deps: BookingDependencies, options: BooksOptions) {
    this.#deps = deps
    this.#now = options.nowEpochSeconds
    this.#account = options.account
    this.#writer = options.writer
    this.position = options.position
  }

  /** Writes a booking and what belongs to it. Returns its id. */
  enter(appointment: Appointment, booker: Booker): string {
    const life = liveBooking(this.#deps, { ...appointment, booker, nowEpochSeconds: this.#now })
    const { booking } = life
    this.#writer.add(bookingEntity.create(booking))
    const { holdExpiresAtEpochSeconds: expires } = booking
    if (expires !== undefined) {
      this.#writer.add(expirationTriggerEntity.create(triggerOf(booking, expires)))
    }
    this.#claim(life)
    this.#log(life, appointment.offer)
    this.#schedule(life, appointment.offer)
    this.#link(life, booker)
    return booking.id
  }

  /** Writes the ledger days of a group: no other group has bookings on them. */
  endGroup(): void {
    for (const { providerId, dayNumber, taken, holds } of this.#days.values()) {
      const key = ledgerKey(providerId, formatDate(dayNumber))
      const next = { taken, holds, blocks: [] }
      this.#writer.add({ kind: 'ledger-replace', key, ifRev: 0, next })
    }
    this.#days.clear()
  }

  /** Writes the contacts, which have counted all bookings by now. */
  end(): void {
    for (const each of this.#contacts.values()) {
      const contact = withTokens(each)
      for (const write of Object.values(newTokenWrites(contact))) {
        if (write !== undefined) this.#writer.add(write)
      }
      this.#writer.add(contactEntity.create(contact))
      this.#writer.add(contactAddressEntity.create(addressOfContact(contact)))
    }
  }

  #claim({ booking }: Life): void {
    const isClaimed = hasClaim(booking)
    const { providerId, id: bookingId, holdExpiresAtEpochSeconds: expiresAtEpochSeconds } = booking
    for (const { dayNumber, firstQuantum, quantumCount } of claimDays(claimOfBooking(booking))) {
      const name = `${providerId} ${dayNumber}`
      const day = this.#days.get(name) ?? { providerId, dayNumber, taken: new Set(), holds: [] }
      this.#days.set(name, day)
      // The item of the day stays when the last booking has given back its time.
      if (!isClaimed) continue
      for (let at = firstQuantum; at < firstQuantum + quantumCount; at += 1) day.taken.add(at)
      if (expiresAtEpochSeconds === undefined) continue
      day.holds.push({ bookingId, firstQuantum, quantumCount, expiresAtEpochSeconds })
    }
  }

  /** Writes the events that the log still has, with what publication adds to them. */
  #log({ events }: Life, { provider, eventType }: Offer): void {
    const { id, name, slug, email = null, timeZone } = provider
    const keptSince = (this.#now - EVENT_LOG_SECONDS) * 1000
    for (const event of events) {
      if (event.occurredAtEpochMilliseconds < keptSince) continue
      const data = {
        ...event.data,
        provider: { id, name, slug, email, timeZone },
        eventType: eventType
          ? { id: eventType.id, title: eventType.title, slug: eventType.slug }
          : null,
        managePath: `/manage/${event.resourceId}`,
      }
      this.position += 1
      const logged = { position: this.position, event: { ...event, data } }
      this.#writer.add(loggedEventEntity.create(logged))
    }
  }

  /** Writes the reminders and the completion that are not due yet. Those of a cancelled booking stay until then. */
  #schedule({ booking }: Life, { eventType }: Offer): void {
    if (booking.confirmedAtEpochSeconds === undefined) return
    const { id: bookingId, accountId, startEpochSeconds } = booking
    const action = { accountId, bookingId, version: 1 } as const
    for (const minutes of reminderMinutesOf(this.#account, eventType)) {
      const dueEpochSeconds = startEpochSeconds - minutes * 60
      if (dueEpochSeconds <= this.#now) continue
      const reminder = { ...action, kind: 'remind', dueEpochSeconds, startEpochSeconds } as const
      this.#writer.add(scheduledActionEntity.create(reminder))
    }
    const dueEpochSeconds = booking.endEpochSeconds
    if (dueEpochSeconds <= this.#now) return
    this.#writer.add(scheduledActionEntity.create({ ...action, kind: 'complete', dueEpochSeconds }))
  }

  /** Counts a confirmed booking at the contact of its booker. The last one gets its link with the next. */
  #link({ booking }: Life, { name, email = '' }: Booker): void {
    const { id: bookingId, accountId, confirmedAtEpochSeconds: at, noShowAtEpochSeconds } = booking
    if (at === undefined) return
    const before = this.#contacts.get(email)
    if (before?.lastBookingId !== undefined) {
      const link = { contactId: before.id, bookingId: before.lastBookingId, version: 1 } as const
      this.#writer.add(contactBookingEntity.create(link))
    }
    const isNoShow = noShowAtEpochSeconds !== undefined
    this.#contacts.set(email, {
      id: before?.id ?? this.#deps.ids.next('contact', at * 1000),
      accountId,
      // A no-show is counted by a change of its own.
      version: (before?.version ?? 0) + (isNoShow ? 2 : 1),
      email,
      name,
      bookingCount: (before?.bookingCount ?? 0) + 1,
      lastBookingId: bookingId,
      createdAtEpochSeconds: before?.createdAtEpochSeconds ?? at,
      updatedAtEpochSeconds: noShowAtEpochSeconds ?? at,
      ...withNoShows(before ?? {}, isNoShow ? [bookingId] : []),
    })
  }
}
