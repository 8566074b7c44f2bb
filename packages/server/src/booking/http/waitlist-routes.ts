import {
  PublicWaitlistEntry,
  PublicWaitlistEntryCreated,
  PublicWaitlistJoin,
  Waitlist,
  WaitlistEmailProof,
  WaitlistEntry,
  WaitlistEntryCreated,
  WaitlistJoin,
  type WaitlistJoin as WaitlistJoinBody,
  WaitlistQuery,
} from '@holdfast/contracts'
import { ok, parseWindowTime, type Result } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { publicAccount } from '../../identity/accounts/public-account.ts'
import { publicAccountRepresentation } from '../../identity/accounts/public-account-representation.ts'
import { mustProveEmail, PUBLIC_CAPS } from '../../identity/limits/cap-sizes.ts'
import { takeWaitlistEntry } from '../../identity/limits/public-caps.ts'
import { spendProof } from '../../identity/limits/spent-proof.ts'
import { checkSignInAccount } from '../../kernel/caller.ts'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { minutesOfInstantOrDate } from '../../kernel/http/instants.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { MAY_LACK_RECENT } from '../../kernel/http/recent-items.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { waitlistEntryRepresentation } from '../bookings/waitlist-representation.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { eventTypeEntity } from '../event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'
import { providerPath } from '../public/provider-name.ts'
import { findPublicEventType, publicNameOf } from '../public/public-event-type.ts'
import { confirmWaitlistEmail, type JoinInput, joinWaitlist } from '../waiting/join-waitlist.ts'
import { getWaitlistEntry, leaveWaitlist, listWaitlist } from '../waiting/waitlist-entries.ts'
import type { WaitlistEntry as StoredEntry } from '../waitlist/entry.ts'
import { bookerOf } from './booker.ts'

const endpoint = endpointOf('Wait lists')
const params = idParam('waitlistEntry')
const path = '/v1/waitlist/{id}'
const ForEither = z.union([WaitlistEntry, PublicWaitlistEntry])

/** Endpoints for wait lists. */
export const waitlistEndpoints = (
  context: HttpContext<BookingDependencies>,
): readonly AnyEndpoint[] => [
  ...lineEndpoints(context),
  ...entryEndpoints(context),
  publicJoinEndpoint(context),
  confirmEmailEndpoint(context),
]

const minutesOfDay = (text: string): number => parseWindowTime(text, true) ?? 0

/** What a body waits for. */
const wishOf = ({
  from,
  to,
  weekdays,
  timeOfDay,
  seats,
}: Pick<WaitlistJoinBody, 'from' | 'to' | 'weekdays' | 'timeOfDay' | 'seats'>): Omit<
  JoinInput,
  'booker'
> => ({
  from: (timeZone) => minutesOfInstantOrDate(from, timeZone) * 60,
  to: (timeZone) => minutesOfInstantOrDate(to, timeZone) * 60,
  weekdays,
  timeOfDay: timeOfDay && {
    startMinute: minutesOfDay(timeOfDay.start),
    endMinute: minutesOfDay(timeOfDay.end),
  },
  seats,
})

const lineEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: '/v1/event-types/{id}/waitlist',
    operationId: 'joinWaitlist',
    summary: 'Put somebody on the wait list of an event type',
    description:
      'The first person on the wait list who fits gets a hold of `waitlist.offerMinutes`, the event `waitlist.offered` and an email with a link to confirm it. One entry per email address and event type, at most 1,000 people on the wait list.',
    access: 'account',
    params: idParam('eventType'),
    body: WaitlistJoin,
    answers: { 201: { description: 'The entry.', schema: WaitlistEntryCreated } },
    problems: [
      'not_found',
      'waitlist_closed',
      'waitlist_full',
      'already_waiting',
      'event_type_inactive',
      'provider_inactive',
    ],
    perform: ({ caller, params: { id }, body: { booker, ...wish } }) =>
      joinWaitlist(deps, caller, id, { ...wishOf(wish), booker: bookerOf(booker) }),
    answer: ({ entry, manageToken }) =>
      created({ ...waitlistEntryRepresentation(entry), manageToken }, `/v1/waitlist/${entry.id}`),
  }),
  endpoint({
    method: 'get',
    path: '/v1/event-types/{id}/waitlist',
    operationId: 'listWaitlist',
    summary: 'List the wait list of an event type',
    description: `Those who wait, and those who have an offer now; who waits longest first. ${MAY_LACK_RECENT}`,
    access: 'account',
    params: idParam('eventType'),
    query: WaitlistQuery,
    answers: {
      200: { description: 'A page of entries, in the order of the wait list.', schema: Waitlist },
    },
    problems: ['not_found'],
    perform: ({ caller, params: { id }, query }) => listWaitlist(deps, caller, id, pageOf(query)),
    answer: (listed) => page(listed, waitlistEntryRepresentation),
  }),
]

const entryEndpoints = ({ deps }: HttpContext<BookingDependencies>): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getWaitlistEntry',
    summary: 'Read an entry of a wait list',
    description:
      'With the manage token, what the person on the wait list sees. Entries are deleted 30 days after they end.',
    access: 'account-or-booker',
    params,
    answers: { 200: { description: 'The entry.', schema: ForEither } },
    perform: async ({ caller, params: { id } }) => {
      const found = await getWaitlistEntry(deps, caller, id)
      if (!found.ok || caller.role === 'account') return found
      const { value: entry } = found
      const seen = await seenByPerson(deps, entry)
      return seen.ok ? ok({ ...entry, seen: seen.value }) : seen
    },
    answer: (entry: StoredEntry & { readonly seen?: SeenByPerson }) =>
      resource(
        entry.seen
          ? publicEntryRepresentation(entry, entry.seen)
          : waitlistEntryRepresentation(entry),
      ),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'leaveWaitlist',
    summary: 'Leave a wait list',
    description:
      'An open offer is declined, and its time goes to the next on the wait list. A confirmed booking stays.',
    access: 'account-or-booker',
    params,
    isOpenWhileSuspended: true,
    honoursIfMatch: true,
    answers: { 204: { description: 'The entry is not on the wait list any more.' } },
    perform: ({ caller, params: { id } }) => leaveWaitlist(deps, caller, id),
    answer: noContent,
  }),
]

const publicJoinEndpoint = ({
  deps,
  proofOfWork,
  settings: { publicCaps: caps = PUBLIC_CAPS, publicGuard: guard },
}: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: '/v1/public/waitlist',
    operationId: 'joinPublicWaitlist',
    summary: 'Join a wait list without an API key',
    description:
      'The `manageToken` in the response gives access to this entry. If the server guards public bookings by email, the entry is on the wait list only once the person follows the link in an email. With the token of a booker who signed in, `hb_…`, and the address of that sign-in in `booker`, the address counts as proved, and no proof of work is needed.',
    access: 'public',
    acceptsBookerToken: true,
    body: PublicWaitlistJoin,
    answers: { 201: { description: 'The entry.', schema: PublicWaitlistEntryCreated } },
    problems: [
      'rate_limited',
      'proof_of_work_required',
      'not_found',
      'account_suspended',
      'waitlist_closed',
      'waitlist_full',
      'already_waiting',
      'event_type_inactive',
      'provider_inactive',
    ],
    perform: async ({ caller, body }) => {
      const { proofOfWork: solution, booker: typed, ...rest } = body
      const proof = await spendProof({ deps, proofOfWork, guard }, caller, solution)
      if (!proof.ok) return proof
      const found = await findPublicEventType(deps, publicNameOf(rest))
      if (!found.ok) return found
      const { eventType } = found.value
      const own = checkSignInAccount(caller, eventType.accountId)
      if (!own.ok) return own
      const asAccount = { ...caller, accountId: eventType.accountId }
      const booker = bookerOf(typed)
      const counted = { ...asAccount, email: booker.email, proof: proof.value }
      const taken = await takeWaitlistEntry({ deps, caps }, counted)
      if (!taken.ok) return taken
      const requiresEmailProof = mustProveEmail(guard, caller, booker)
      const joining = { ...wishOf(rest), booker, requiresEmailProof }
      const joined = await joinWaitlist(deps, asAccount, eventType.id, joining)
      if (!joined.ok) return joined
      const seen = await seenByPerson(deps, joined.value.entry)
      return seen.ok ? ok({ ...joined.value, seen: seen.value }) : seen
    },
    answer: ({ entry, manageToken, seen }) =>
      created(
        { ...publicEntryRepresentation(entry, seen), manageToken },
        `/v1/waitlist/${entry.id}`,
      ),
  })

const confirmEmailEndpoint = ({ deps }: HttpContext<BookingDependencies>): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: `${path}/confirm-email`,
    operationId: 'confirmWaitlistEmail',
    summary: 'Confirm an entry of a wait list by the link in its email',
    description:
      'Puts the entry on the wait list. Possible for a day. Sending the token again changes nothing.',
    access: 'public',
    params,
    body: WaitlistEmailProof,
    answers: { 200: { description: 'The entry.', schema: PublicWaitlistEntry } },
    problems: ['not_found', 'waitlist_full', 'already_waiting'],
    perform: async ({ caller, params: { id }, body: { token } }) => {
      const confirmed = await confirmWaitlistEmail(deps, caller, id, token)
      if (!confirmed.ok) return confirmed
      const seen = await seenByPerson(deps, confirmed.value)
      return seen.ok ? ok({ entry: confirmed.value, seen: seen.value }) : seen
    },
    answer: ({ entry, seen }) => resource(publicEntryRepresentation(entry, seen)),
  })

/** What the person on the wait list sees beside the entry. */
type SeenByPerson = ReturnType<typeof seenRepresentation>

const seenRepresentation = (
  provider: Parameters<typeof providerPath>[0] & {
    readonly name: string
    readonly timeZone: string
  },
  eventType: { readonly title: string; readonly slug: string },
  account: Awaited<ReturnType<typeof publicAccount>>,
) => ({
  provider: { name: provider.name, timeZone: provider.timeZone },
  eventType: {
    title: eventType.title,
    path: `${providerPath(provider, account)}/${eventType.slug}`,
  },
  account: publicAccountRepresentation(account),
})

/** Reads what the person on the wait list sees beside the entry. */
async function seenByPerson(
  deps: BookingDependencies,
  { accountId, eventTypeId, providerId }: StoredEntry,
): Promise<Result<SeenByPerson, Refusal>> {
  const keys = [eventTypeKey(eventTypeId), providerKey(providerId)]
  const [[eventType, provider], account] = await Promise.all([
    deps.store.getMany(keys, { consistent: true }),
    publicAccount(deps, accountId),
  ])
  if (eventType === undefined || provider === undefined) {
    return notFound('event_type', eventTypeId)
  }
  return ok(
    seenRepresentation(providerEntity.decode(provider), eventTypeEntity.decode(eventType), account),
  )
}

/** An entry as its person sees it, without the account's own identifiers. */
function publicEntryRepresentation(entry: StoredEntry, seen: SeenByPerson) {
  const { actor: _actor, booker, ...shown } = waitlistEntryRepresentation(entry)
  const { id: _id, ...known } = booker ?? {}
  return { ...shown, booker: known, ...seen }
}
