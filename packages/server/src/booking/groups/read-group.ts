import { type Booking, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { cursorsOf } from '../../kernel/cursors.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { checkManageToken } from '../../kernel/manage-tokens.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { byStart } from '../bookings/booking-position.ts'
import type { BookingsFilter } from '../bookings/list-bookings.ts'
import { bookingIndexKeys, bookingKey } from '../keys.ts'
import {
  type BookingGroup,
  bookingGroupEntity,
  isWithGroup,
  readGroup,
} from '../visits/booking-group.ts'
import type { GroupWithBookings } from './group.ts'

type Reading = Pick<Dependencies, 'store'>

/** Reads a group of the account with its bookings, as they are now. */
export async function getBookingGroup(
  deps: Reading,
  caller: Pick<Caller, 'accountId' | 'role'>,
  groupId: string,
): Promise<Result<GroupWithBookings, Refusal>> {
  const group = await readGroup(deps, groupId)
  if (group === undefined || group.accountId !== caller.accountId) {
    return notFound('booking_group', groupId)
  }
  const [bookings = []] = await bookingsOf(deps, [group])
  return ok({
    group,
    bookings: caller.role === 'account' ? bookings : bookings.filter(isWithGroup),
  })
}

/** The bookings of the group of a booking, in the order of the group. */
export async function bookingsBeside(deps: Reading, groupId: string): Promise<readonly Booking[]> {
  const group = await readGroup(deps, groupId)
  const [bookings = []] = group === undefined ? [] : await bookingsOf(deps, [group])
  return bookings
}

/** The bookings of groups. They are missing only while their account is being deleted. */
async function bookingsOf(
  deps: Reading,
  groups: readonly BookingGroup[],
): Promise<readonly (readonly Booking[])[]> {
  const keys = groups.flatMap(({ bookingIds }) => bookingIds.map(bookingKey))
  const items = await readItems(deps.store, keys)
  let at = 0
  return groups.map(({ bookingIds }) =>
    bookingIds.flatMap(() => {
      const item = items[at]
      at += 1
      return item === undefined ? [] : [bookingEntity.decode(item)]
    }),
  )
}

/** Lists the groups of the account, the newest first, with their bookings. */
export async function listBookingGroups(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  page: Page,
): Promise<Result<Listed<GroupWithBookings>, Refusal>> {
  const partition = bookingIndexKeys.groupsOfAccount(caller.accountId)
  const request = { index: 'GSI1', partition, descending: true } as const
  const listed = await listPage(deps.store, request, page, bookingGroupEntity.decode)
  const bookings = await bookingsOf(deps, listed.data)
  const data = listed.data.map((group, index) => ({ group, bookings: bookings[index] ?? [] }))
  return ok({ ...listed, data })
}

type Signing = Pick<Dependencies, 'store' | 'secrets' | 'clock'>

/** Finds the account of the group that a manage token belongs to, or of whose visit a booking is; `expired` if the token has ended. */
export async function accountOfManagedGroup(
  deps: Signing,
  groupId: string,
  token: string,
): Promise<{ readonly accountId: string } | 'expired' | undefined> {
  const group = await readGroup(deps, groupId)
  if (group === undefined) return undefined
  const { id, accountId, manageTokenHash, together } = group
  const [bookings = []] = await bookingsOf(deps, [group])
  const endEpochSeconds = Math.max(...bookings.map((booking) => booking.endEpochSeconds))
  const check = checkManageToken(deps, token, { id, manageTokenHash, endEpochSeconds })
  if (check === 'wrong' && together) return isTokenOfPart(deps, bookings, token) && { accountId }
  if (check === 'expired') return 'expired'
  return check === 'valid' && bookings.some(isWithGroup) ? { accountId } : undefined
}

/** Whether a token is that of a booking of a visit, which opens all of it. One that was given to another address left it. */
const isTokenOfPart = (
  deps: Signing,
  bookings: readonly Booking[],
  token: string,
): true | undefined =>
  bookings.some((part) => isWithGroup(part) && checkManageToken(deps, token, part) === 'valid') ||
  undefined

/** Reads a booking by the manage token of its group, or of another part of its visit; `expired` if the token has ended. Any other token finds nothing. */
export async function getBookingOfManagedGroup(
  deps: Signing,
  bookingId: string,
  token: string,
): Promise<Booking | 'expired' | undefined> {
  const booking = await bookingEntity.read(deps.store, bookingKey(bookingId))
  if (booking?.groupId === undefined || !isWithGroup(booking)) return undefined
  const group = await readGroup(deps, booking.groupId)
  if (group === undefined) return undefined
  const { id, manageTokenHash } = group
  const { endEpochSeconds } = booking
  const check = checkManageToken(deps, token, { id, manageTokenHash, endEpochSeconds })
  if (check === 'wrong' && group.together) {
    const [bookings = []] = await bookingsOf(deps, [group])
    return isTokenOfPart(deps, bookings, token) && booking
  }
  if (check === 'expired') return 'expired'
  return check === 'valid' ? booking : undefined
}

/** Which bookings of a group are listed, as in `listBookings`. */
export interface GroupBookingsFilter
  extends Pick<BookingsFilter, 'status' | 'fromEpochSeconds' | 'toEpochSeconds' | 'order'> {
  readonly groupId: string
}

/** Lists the bookings of a group by start. */
export async function listBookingsOfGroup(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId' | 'role'>,
  filter: GroupBookingsFilter,
  { limit, cursor }: Page,
): Promise<Result<Listed<Booking>, Refusal>> {
  const found = await getBookingGroup(deps, caller, filter.groupId)
  if (!found.ok) return found
  const { status, fromEpochSeconds = 0, toEpochSeconds = Number.POSITIVE_INFINITY, order } = filter
  const sign = order === 'desc' ? -1 : 1
  const listed = found.value.bookings
    .filter(
      (booking) =>
        (status?.includes(booking.status) ?? true) &&
        booking.startEpochSeconds >= fromEpochSeconds &&
        booking.startEpochSeconds < toEpochSeconds,
    )
    .toSorted((a, b) => sign * byStart(a, b))
  const cursors = cursorsOf(['group', filter])
  const after = cursor === undefined ? undefined : cursors.open(cursor)
  const from = listed.findIndex(({ id }) => id === after) + 1
  const data = listed.slice(from, from + limit)
  const last = data.at(-1)
  const isMore = last !== undefined && from + limit < listed.length
  return ok({ data, ...(isMore && { cursor: cursors.seal(last.id) }) })
}
