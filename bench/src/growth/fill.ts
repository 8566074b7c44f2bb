import { type Booker, invariant } from '@holdfast/engine'
import {
  type EventLogHead,
  eventLogHeadEntity,
  readEventLogHead,
} from '../../../packages/server/src/delivery/events/event-log.ts'
import { getAccount } from '../../../packages/server/src/identity/accounts/accounts.ts'
import type { Store } from '../../../packages/server/src/kernel/ports/store.ts'
import { seeded } from '../scale/random.ts'
import { Books } from './books.ts'
import type { BulkWriter } from './bulk-writer.ts'
import type { FillPlan } from './fill-plan.ts'
import { growthDependencies, openPractice } from './practice.ts'
import { measuredOffers, REGULAR, regularBookings, timetable } from './timetable.ts'

/** A filled store, and what of it is measured. */
export interface FilledStore {
  readonly plan: FillPlan
  readonly accountId: string
  /** The event types whose times are booked and listed, each of a provider of its own. */
  readonly measured: readonly { readonly eventTypeId: string; readonly providerId: string }[]
  /** Ids of bookings all over the store. */
  readonly bookingIds: readonly string[]
  /** Starts of bookings all over the store, in epoch seconds. */
  readonly starts: readonly number[]
  /** The same of the measured providers' bookings, by provider. */
  readonly startsOf: Readonly<Record<string, readonly number[]>>
  /** Bookings that were made and cancelled since. Absent: none. */
  readonly made?: number
  /** Runs that measured it before, also those that broke off. Absent: none. */
  readonly runs?: number
}

/** So many bookings are remembered for the measurements. */
const SAMPLE = 5_000
/** Bookings per person, except for the regular. */
const BOOKINGS_PER_BOOKER = 10

/**
 * Fills an empty store with an account, providers, and bookings with everything that belongs to them and would still be
 * there: ledger days, expiration triggers, the log of their events of the last 30 days, reminders and completions to
 * come, contacts. The items are made by the server's decisions and codecs, but written in bulk.
 *
 * @param openWriter opens what writes in bulk, once the practice exists.
 * @param onProgress is called with the number of bookings so far.
 */
export async function fillStore(
  store: Store,
  plan: FillPlan,
  openWriter: (store: Store) => BulkWriter,
  onProgress: (bookings: number) => void = () => {},
): Promise<FilledStore> {
  const random = seeded(plan.seed)
  const deps = growthDependencies(store, plan.nowEpochSeconds, random)
  const practice = await openPractice(deps, plan)
  const { accountId } = practice
  const account = await getAccount(deps, accountId)
  const head = await readEventLogHead(deps, accountId)
  invariant(head !== undefined, 'the event types of a practice are in its log')
  const writer = openWriter(store)
  const books = new Books(deps, {
    account,
    writer,
    nowEpochSeconds: plan.nowEpochSeconds,
    position: head.position,
  })
  const measured = measuredOffers(practice).map(({ provider, eventType }) => ({
    providerId: provider.id,
    eventTypeId: eventType?.id ?? '',
  }))
  const startsOf = new Map<string, number[]>(measured.map(({ providerId }) => [providerId, []]))
  const bookingIds: string[] = []
  const starts: number[] = []
  const sampledEvery = Math.ceil(plan.bookings / SAMPLE)
  const bookers = Math.ceil(plan.bookings / BOOKINGS_PER_BOOKER)
  const regularEvery = Math.floor(plan.bookings / regularBookings(plan.bookings))
  let count = 0
  for (const group of timetable(practice, plan, random)) {
    for (const appointment of group) {
      const isRegular = count % regularEvery === 0
      const booker = isRegular ? REGULAR : bookerOf(Math.floor(random() * bookers))
      const id = books.enter(appointment, booker)
      const isSampled = count % sampledEvery === 0
      if (isSampled) {
        bookingIds.push(id)
        starts.push(appointment.startEpochSeconds)
      }
      // The only provider has all bookings; of several, each has a few.
      if (isSampled || plan.providers > 1) {
        startsOf.get(appointment.offer.provider.id)?.push(appointment.startEpochSeconds)
      }
      count += 1
      if (count % 10_000 === 0) onProgress(count)
    }
    books.endGroup()
    await writer.room()
  }
  books.end()
  await writer.end()
  await moveHead(store, head, books.position)
  return { plan, accountId, measured, bookingIds, starts, startsOf: Object.fromEntries(startsOf) }
}

const bookerOf = (number: number): Booker => ({
  name: 'Grace Hopper',
  email: `grace${number}@example.com`,
})

async function moveHead(
  store: Store,
  { unsettled: _, ...head }: EventLogHead,
  position: number,
): Promise<void> {
  const moved = eventLogHeadEntity.replace(head, { ...head, position, version: position })
  await store.transact([moved], 'fill-head')
}
