import type { Booking } from '@holdfast/engine'
import { cursorsOf } from '../../kernel/cursors.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { keyBefore, prefixEnd } from '../../kernel/keys.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { bookingIndexKeys } from '../keys.ts'
import { bookingEntity } from './booking-item.ts'
import {
  byStart,
  type Position,
  parsePosition,
  positionOf,
  positionText,
} from './booking-position.ts'

/** The bookings of some addresses, within a range of starts. */
interface AddressesRequest {
  readonly accountId: string
  readonly addresses: readonly string[]
  /** The first sort key. */
  readonly from: string
  /** The last sort key. */
  readonly to: string
  readonly isDescending: boolean
  /** What else the list depends on; part of the identity of its cursors. */
  readonly filter: unknown
}

/** How many bookings one call reads of each address at most, to find those that match. */
const MOST_READ = 1_000

/** Lists the bookings of several addresses by start, as one list. Each address is a range; start and id make the order total. */
export async function listOfAddresses(
  deps: Pick<Dependencies, 'store'>,
  request: AddressesRequest,
  page: Page,
  keep: (booking: Booking) => boolean,
): Promise<Listed<Booking>> {
  const cursors = cursorsOf(['addresses', request.filter])
  let after = page.cursor === undefined ? undefined : parsePosition(cursors.open(page.cursor))
  const data: Booking[] = []
  for (let read = 0; read < MOST_READ; read += page.limit + 1) {
    const merged = await readAfter(deps, request, after, page.limit + 1)
    for (const booking of merged.slice(0, page.limit)) {
      if (data.length === page.limit) break
      after = positionOf(booking)
      if (keep(booking)) data.push(booking)
    }
    const last = merged.at(-1)
    const isEnd =
      last === undefined || (after && positionText(after) === positionText(positionOf(last)))
    if (isEnd) return { data }
    if (data.length === page.limit) break
  }
  return after === undefined ? { data } : { data, cursor: cursors.seal(positionText(after)) }
}

/** Reads the next bookings of all addresses after a position, in their order. */
async function readAfter(
  { store }: Pick<Dependencies, 'store'>,
  { accountId, addresses, from, to, isDescending }: AddressesRequest,
  after: Position | undefined,
  count: number,
): Promise<readonly Booking[]> {
  const key = after && bookingIndexKeys.startAndId(after.startText, after.bookingId)
  const range =
    key === undefined
      ? { from, to }
      : isDescending
        ? { from, to: keyBefore(key) }
        : { from: prefixEnd(key), to }
  const pages = await Promise.all(
    addresses.map((address) =>
      store.query({
        index: 'GSI3',
        partition: bookingIndexKeys.bookingsOfBookerEmail(accountId, address),
        ...range,
        consistent: true,
        descending: isDescending,
        limit: count,
      }),
    ),
  )
  return pages
    .flatMap(({ items }) => items.map(bookingEntity.decode))
    .sort((a, b) => (isDescending ? byStart(b, a) : byStart(a, b)))
    .slice(0, count)
}
