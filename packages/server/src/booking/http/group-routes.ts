import {
  BookingConfirm,
  BookingGroup,
  BookingGroupCancel,
  BookingGroupCreate,
  BookingGroupCreated,
  BookingGroupDetails,
  BookingGroupDetailsQuery,
  type BookingGroupCreate as BookingGroupInput,
  BookingGroupList,
  BookingGroupListQuery,
  BookingGroupReschedule,
  PublicBookingGroup,
  PublicBookingGroupCreate,
  PublicBookingGroupCreated,
  type PublicBookingGroupCreate as PublicBookingGroupInput,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { mustProveEmail, PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { spendProof } from '../../identity/limits/spent-proof.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Answer, json, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf, type ReplayForm } from '../../kernel/http/endpoint.ts'
import { secondsOf } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import { invalid } from '../../kernel/refusals.ts'
import { vouchedBookerOfGroup } from '../bookings/book-person.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { cancelBookingGroup, confirmBookingGroup, groupWithRefund } from '../groups/change-group.ts'
import { type CreatedGroup, createBookingGroup } from '../groups/create-group.ts'
import { createPublicBookingGroup } from '../groups/create-public-group.ts'
import type { GroupWithBookings } from '../groups/group.ts'
import type { GroupInput } from '../groups/group-input.ts'
import { rescheduleBookingGroup } from '../groups/move-group.ts'
import { getBookingGroup, listBookingGroups } from '../groups/read-group.ts'
import { chosenCandidate } from '../requirements/chosen-candidate.ts'
import { bookerOf, fieldsInputOf } from './booker.ts'
import { refundRepresentation } from './booking-answer.ts'
import { CONFIRM_PROBLEMS, MOVE_PROBLEMS } from './booking-problems.ts'
import { checkAccount } from './check-account.ts'
import { confirmationDetails } from './confirmation-details.ts'
import {
  createdGroupAnswer,
  groupAnswer,
  groupRepresentation,
  type StoredGroupAnswer,
  storedGroupAnswer,
} from './group-answer.ts'
import { whenOf } from './when.ts'

const endpoint = endpointOf('Booking groups')
const params = idParam('bookingGroup')
const path = '/v1/booking-groups/{id}'
const ForEither = z.union([BookingGroup, PublicBookingGroup])

/** What can be wrong with a start of a group. */
const START_PROBLEMS = [
  'not_found',
  'slot_taken',
  'slot_not_bookable',
  'session_full',
  'session_cancelled',
  'price_changed',
  'limit_reached',
  'no_such_time',
  'not_in_sequence',
  'group_too_large',
  'event_type_inactive',
  'provider_inactive',
  'provider_is_team',
  'not_a_candidate',
  'calendar_unavailable',
  'booker_not_allowed',
  'stay_not_bookable',
  'night_taken',
  'quote_expired',
] as const

/** Endpoints for groups of bookings. */
export const groupEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  createEndpoint(context),
  publicCreateEndpoint(context),
  listEndpoint(context),
  readEndpoint(context),
  detailsEndpoint(context),
  confirmEndpoint(context),
  cancelEndpoint(context),
  rescheduleEndpoint(context),
]

/** Converts the body of a new group. */
const inputOf = (
  body: (BookingGroupInput | PublicBookingGroupInput) & {
    readonly metadata?: { readonly [key: string]: string } | undefined
  },
  caller: Pick<Caller, 'role'>,
): Omit<GroupInput, 'booker' | 'isOverride' | 'requiresEmailProof'> => ({
  items: body.items.map((item) => ({
    eventTypeId: item.eventTypeId,
    ...whenOf(item),
    chosen: chosenCandidate(item.unitId ?? item.providerId, caller),
    durationMinutes: item.durationMinutes,
    expectedAmount: item.expectedAmount,
    seats: item.seats,
    recurrence: item.recurrence && {
      frequency: item.recurrence.frequency,
      count: item.recurrence.count,
      ...(item.recurrence.interval !== undefined && { interval: item.recurrence.interval }),
    },
  })),
  onConflict: body.onConflict ?? 'refuse',
  samePerson: body.samePerson,
  together: body.sequence ? true : body.together,
  sequence: body.sequence,
  maxGapMinutes: body.maxGapMinutes,
  fields: fieldsInputOf(body),
})

type Answering = Pick<HttpContext<BookingDependencies>, 'deps' | 'problemOf'>

const answerCreated = (
  { deps, problemOf }: Answering,
  created: CreatedGroup,
  role: Caller['role'],
): Answer => createdGroupAnswer(deps, created, storedGroupAnswer(problemOf, created, role), role)

/** A new group is stored under its idempotency key as its id, and read again. */
const replayCreated = ({
  deps,
  problemOf,
}: Answering): ReplayForm<CreatedGroup, { readonly caller: Caller }> => ({
  stored: (created, { caller }) => storedGroupAnswer(problemOf, created, caller.role),
  answer: async (stored, { caller: { role } }) => {
    // Only `storedGroupAnswer` writes it.
    const { groupId, accountId, skipped } = stored as StoredGroupAnswer
    const group = await readAgain(deps, { accountId, role }, groupId)
    return createdGroupAnswer(deps, group, { skipped }, role)
  },
})

/** A changed group is stored under its idempotency key as its id, and read again. */
const replayChanged = (
  deps: BookingDependencies,
): ReplayForm<GroupWithBookings, { readonly caller: Caller }> => ({
  stored: ({ group }) => ({ groupId: group.id }),
  answer: async (stored, { caller }) => {
    const { groupId } = stored as Pick<StoredGroupAnswer, 'groupId'>
    return groupAnswer(deps, await readAgain(deps, caller, groupId), caller.role)
  },
})

async function readAgain(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId' | 'role'>,
  groupId: string,
): Promise<GroupWithBookings> {
  const found = await getBookingGroup(deps, caller, groupId)
  if (!found.ok) throw new Error(`group ${groupId} of a stored answer does not exist`)
  return found.value
}

const createEndpoint = ({ deps, problemOf }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: '/v1/booking-groups',
    operationId: 'createBookingGroup',
    summary: 'Book several slots together',
    description:
      'Books several starts, of one or several event types, in one transaction: all of them, or with `onConflict: skip` all that are free. The booker and the providers get one email about all of them.',
    access: 'account',
    body: BookingGroupCreate,
    answers: {
      201: { description: 'All bookings are confirmed.', schema: BookingGroupCreated },
      202: { description: 'Some bookings are pending.', schema: BookingGroupCreated },
    },
    problems: START_PROBLEMS,
    perform: async ({ caller, body }) => {
      const { contactId, anonymous } = body
      const booker = body.booker && bookerOf(body.booker)
      const person = await vouchedBookerOfGroup(deps, caller, { booker, contactId, anonymous })
      if (!person.ok) return person
      return await createBookingGroup(deps, caller, {
        ...inputOf(body, caller),
        ...person.value,
        isOverride: body.override === true,
      })
    },
    answer: (created, { caller }) => answerCreated({ deps, problemOf }, created, caller.role),
    replayForm: replayCreated({ deps, problemOf }),
  })

const publicCreateEndpoint = ({
  deps,
  problemOf,
  proofOfWork,
  settings: { publicCaps: caps = PUBLIC_CAPS, publicGuard: guard },
}: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: '/v1/public/booking-groups',
    operationId: 'createPublicBookingGroup',
    summary: 'Book several slots together without an API key',
    description:
      'All event types must be of one account. The `manageToken` in the response gives access to the group and its bookings. Each booking counts against the limits of the network address. With the token of a booker who signed in, `hb_…`, and the address of that sign-in in `booker`, the address counts as proved, and no proof of work is needed. An Idempotency-Key applies only to retries from the same network address, or with the same sign-in.',
    access: 'public',
    acceptsBookerToken: true,
    body: PublicBookingGroupCreate,
    answers: {
      201: { description: 'All bookings are confirmed.', schema: PublicBookingGroupCreated },
      202: { description: 'Some bookings are pending.', schema: PublicBookingGroupCreated },
    },
    problems: ['rate_limited', 'proof_of_work_required', 'account_suspended', ...START_PROBLEMS],
    perform: async ({ caller, body }) => {
      const proof = await spendProof({ deps, proofOfWork, guard }, caller, body.proofOfWork)
      if (!proof.ok) return proof
      const booker = body.booker && bookerOf(body.booker)
      return await createPublicBookingGroup({ deps, caps }, caller, {
        ...inputOf(body, caller),
        booker,
        accountSlug: body.accountSlug,
        proof: proof.value,
        guard,
        isOverride: false,
        requiresEmailProof: mustProveEmail(guard, caller, booker),
      })
    },
    answer: (created, { caller }) => answerCreated({ deps, problemOf }, created, caller.role),
    replayForm: replayCreated({ deps, problemOf }),
  })

const listEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/booking-groups',
    operationId: 'listBookingGroups',
    summary: 'List booking groups',
    description: `All groups of the account with their bookings, the newest first. ${MAY_LACK_RECENT}`,
    access: 'account',
    query: BookingGroupListQuery,
    answers: { 200: { description: 'A page of groups.', schema: BookingGroupList } },
    perform: ({ caller, query: { limit, cursor } }) =>
      listBookingGroups(deps, caller, pageOf({ limit, cursor })),
    answer: (listed, { caller }) =>
      page(listed, (group) => groupRepresentation(deps, group, caller.role)),
  })

const readEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'get',
    path,
    operationId: 'getBookingGroup',
    summary: 'Read a booking group',
    description:
      "The bookings as they are now. With the manage token of the group, the booker's view of them.",
    access: 'account-or-booker',
    params,
    answers: { 200: { description: 'The group.', schema: ForEither } },
    perform: ({ caller, params: { id } }) => getBookingGroup(deps, caller, id),
    answer: (group, { caller }) => groupAnswer(deps, group, caller.role),
  })

const detailsEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: `${path}/details`,
    operationId: 'getBookingGroupDetails',
    summary: 'Read a booking group with what comes back if it is cancelled',
    description:
      "What the page behind the manage link of a group shows beside its bookings. The group is always the booker's view.",
    access: 'account-or-booker',
    params,
    query: BookingGroupDetailsQuery,
    answers: { 200: { description: 'The group with its refund.', schema: BookingGroupDetails } },
    perform: ({ caller, params: { id }, query: { from } }) =>
      groupWithRefund(deps, caller, id, from === undefined ? undefined : secondsOf(from)),
    answer: ({ found, refund }) =>
      json({
        group: groupRepresentation(deps, found, 'manage'),
        ...refundRepresentation(refund),
      }),
  })

const confirmEndpoint = ({
  deps,
  settings: { publicCaps: caps = PUBLIC_CAPS, publicGuard: guard },
}: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/confirm`,
    operationId: 'confirmBookingGroup',
    isUrgent: true,
    summary: 'Confirm all pending bookings of a group',
    description:
      'Confirms the holds, or approves the requests, in one transaction: all or none. Holds without a booker require `booker`. Bookings that were confirmed or cancelled before stay as they are. A group that is confirmed already is answered as it is.',
    access: 'account-or-booker',
    params,
    body: BookingConfirm,
    answers: { 200: { description: 'The group with its bookings.', schema: ForEither } },
    problems: [...CONFIRM_PROBLEMS, 'group_too_large'],
    perform: async ({ caller, params: { id }, body: { withoutPayment, ...body } }) => {
      if (withoutPayment !== undefined) {
        return invalid('/withoutPayment', 'the bookings of a group have no price')
      }
      const details = await confirmationDetails({ deps, caps, guard }, caller, body)
      return details.ok ? await confirmBookingGroup(deps, caller, id, details.value) : details
    },
    answer: (group, { caller }) => groupAnswer(deps, group, caller.role),
    replayForm: replayChanged(deps),
  })

const cancelEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/cancel`,
    operationId: 'cancelBookingGroup',
    summary: 'Cancel the bookings of a group',
    description:
      'Cancels the pending and confirmed bookings that have not started: all, or those from a time on. In one transaction where it fits; otherwise the call can be repeated until all are cancelled. Nothing left to cancel is no error.',
    access: 'account-or-booker',
    params,
    body: BookingGroupCancel,
    isOpenWhileSuspended: true,
    answers: { 200: { description: 'The group with its bookings.', schema: ForEither } },
    problems: ['too_late_to_change'],
    perform: ({ caller, params: { id }, body: { from, reason } }) =>
      cancelBookingGroup(deps, caller, id, {
        fromEpochSeconds: from === undefined ? undefined : secondsOf(from),
        reason,
      }),
    answer: (group, { caller }) => groupAnswer(deps, group, caller.role),
    replayForm: replayChanged(deps),
  })

const rescheduleEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/reschedule`,
    operationId: 'rescheduleBookingGroup',
    summary: 'Reschedule the bookings of a group',
    description:
      'Moves the pending and confirmed bookings that have not started, each by the same time on the wall clock of its own zone, in one transaction: all or none. What one gives back, another may take. A refusal names the booking in `item`. With `start`, a repeated call changes nothing; `shiftMinutes` moves them again, unless `If-Match` or an `Idempotency-Key` tells the calls apart.',
    access: 'account-or-booker',
    params,
    body: BookingGroupReschedule,
    honoursIfMatch: true,
    answers: { 200: { description: 'The group with its bookings.', schema: ForEither } },
    problems: [...MOVE_PROBLEMS, 'no_such_time', 'group_too_large', 'calendar_unavailable'],
    perform: async ({ caller, params: { id }, body: { shiftMinutes, start, override } }) => {
      const allowed = checkAccount(caller, { override })
      if (!allowed.ok) return allowed
      const to =
        start === undefined
          ? { shiftMinutes: shiftMinutes ?? 0 }
          : { startEpochSeconds: secondsOf(start) }
      return await rescheduleBookingGroup(deps, caller, id, { to, isOverride: override })
    },
    answer: (group, { caller }) => groupAnswer(deps, group, caller.role),
    replayForm: replayChanged(deps),
  })
