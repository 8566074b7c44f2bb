import {
  invariant,
  type Money,
  ok,
  type PlacedPart,
  type Result,
  refuse,
  SEQUENCE_PARTS_MAX,
  type SequencePart,
  sequencesOf,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import {
  BOOKED_BY_NIGHT,
  isBookedByNight,
  type LoadedEventType,
  loadEventType,
  loadedFor,
} from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Asker } from '../event-types/for-person.ts'
import type { StartRange } from '../limits/read-limits.ts'
import { gapOfVisits } from '../providers/visit-rules.ts'
import { findPublicEventType } from '../public/public-event-type.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { type SoonestQuery, soonestRange } from '../soonest/find-soonest.ts'
import { priceOfEventType } from '../teams/price-rows.ts'
import { fitTogether } from '../visits/in-common.ts'
import { type AskedPart, readPart } from './read-parts.ts'

/** The visits to find: the first `limit` whose first part starts in the range. */
export interface SequencesQuery extends Pick<SoonestQuery, 'from' | 'to' | 'timeZone' | 'limit'> {
  /** The event types of the parts, in their order, each once. */
  readonly eventTypeIds: readonly string[]
  /** The longest pause between two parts. Default: what their providers allow for visits of bookers. */
  readonly maxGapMinutes?: number | undefined
  /** A candidate who takes part in the first part, and in each of the others that they can serve. */
  readonly chosen?: ChosenCandidate | undefined
  /** Where a request names the event types. Default: `/query/sequence`. */
  readonly pointer?: string
}

/** A part of a listed visit. */
export interface ListedPart extends Pick<PlacedPart, 'startEpochMinutes' | 'endEpochMinutes'> {
  readonly eventTypeId: string
  /** The provider of the event type. */
  readonly ownProviderId: string
  /** Who would serve it: of several people the one of the first requirement. */
  readonly providerId: string
  /** Whether a booker may know and choose them. */
  readonly mayChoose: boolean
  /** What it costs. Absent: it has no price. */
  readonly price?: Money
}

/** A visit with its parts, in order. */
export interface ListedSequence {
  /** That of the first part. */
  readonly eventTypeId: string
  readonly first: ListedPart
  readonly last: ListedPart
  readonly parts: readonly ListedPart[]
  /** What its parts cost together. Absent: none has a price. */
  readonly price?: Money
}

/** Visits, ascending by start, each with its parts. */
export interface ListedSequences {
  readonly data: readonly ListedSequence[]
  /** The start of the first one that was left out because there are `limit` before it. */
  readonly nextFromEpochMinutes?: number
}

type Answer = Result<ListedSequences, Refusal>

/** Lists the visits of some event types of the account. */
export const listSequences = (
  deps: BookingDependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  query: SequencesQuery,
): Promise<Answer> => list(deps, query, (id) => loadEventType(deps, accountId, id, false))

/** Lists the visits of some public event types of one account, under the rules for whoever asks. */
export function listPublicSequences(
  deps: BookingDependencies,
  query: Omit<SequencesQuery, 'maxGapMinutes'> & {
    readonly accountSlug?: string | undefined
    readonly who: Asker
  },
): Promise<Answer> {
  let accountId: string | undefined
  return list(deps, query, async (id) => {
    const found = await findPublicEventType(deps, {
      eventTypeId: id,
      accountSlug: query.accountSlug,
    })
    if (!found.ok) return found
    accountId ??= found.value.eventType.accountId
    if (found.value.eventType.accountId !== accountId) return notFound('event_type', id)
    const own = loadedFor(found.value, query.who)
    return own ? ok(own) : refuse({ code: 'booker_not_allowed' })
  })
}

async function list(
  deps: BookingDependencies,
  { pointer = '/query/sequence', ...query }: SequencesQuery,
  load: (eventTypeId: string) => Promise<Result<LoadedEventType, Refusal>>,
): Promise<Answer> {
  const { eventTypeIds, limit, chosen } = query
  const range = soonestRange(query, epochSeconds(deps.clock))
  if (!range.ok) return range
  const checked = checkIds(eventTypeIds, pointer)
  if (!checked.ok) return checked
  const parts: LoadedEventType[] = []
  for (const id of eventTypeIds) {
    const found = await load(id)
    if (!found.ok) return aboutPart(found, id, pointer)
    parts.push(found.value)
  }
  const fit = fitTogether(parts.map(({ eventType }) => eventType))
  if (!fit.ok) {
    const { eventTypeId, message } = fit.refusal
    return invalid(pointer, `"${eventTypeId}" ${message}`)
  }
  const { maxGapMinutes = gapOfVisits(parts.map(({ provider }) => provider)) } = query
  const ranges = rangesOf(parts, range.value, maxGapMinutes)
  const read = await Promise.all(
    parts.map((loaded, index) =>
      readListed(deps, { loaded, range: ranges[index] as StartRange, chosen }, index === 0),
    ),
  )
  const known: SequencePart[] = []
  for (const part of read) {
    if (!part.ok) return part
    known.push(part.value)
  }
  const found = sequencesOf(known, maxGapMinutes, limit + 1)
  const next = found[limit]?.[0]?.startEpochMinutes
  return ok({
    data: found.slice(0, limit).map((placed) => listed(parts, placed, chosen)),
    ...(next !== undefined && { nextFromEpochMinutes: next }),
  })
}

/** Why an event type cannot be loaded as a part. The refusal of one of nights names which of the parts it is. */
const aboutPart = (
  missing: { readonly ok: false; readonly refusal: Refusal },
  eventTypeId: string,
  pointer: string,
): Result<never, Refusal> =>
  isBookedByNight(missing.refusal)
    ? invalid(pointer, `"${eventTypeId}" ${BOOKED_BY_NIGHT}`)
    : missing

/** Refuses too few, too many or repeated event types. */
function checkIds(eventTypeIds: readonly string[], pointer: string): Result<undefined, Refusal> {
  if (eventTypeIds.length < 2 || eventTypeIds.length > SEQUENCE_PARTS_MAX) {
    return invalid(pointer, `must be 2 to ${SEQUENCE_PARTS_MAX} event types`)
  }
  const repeated = eventTypeIds.find((id, index) => eventTypeIds.indexOf(id) !== index)
  return repeated === undefined
    ? ok(undefined)
    : invalid(pointer, `names "${repeated}" twice; each event type can be one part`)
}

/** The starts of each part: the later ones begin when those before have ended, with all pauses or none. */
function rangesOf(
  parts: readonly LoadedEventType[],
  { fromEpochMinutes, toEpochMinutes }: StartRange,
  maxGapMinutes: number,
): readonly StartRange[] {
  let from = fromEpochMinutes
  let to = toEpochMinutes
  return parts.map(({ policy: { durationMinutes } }) => {
    const range = { fromEpochMinutes: from, toEpochMinutes: to }
    from += durationMinutes
    to += durationMinutes + maxGapMinutes
    return range
  })
}

/** Reads a part of a list. Only the first part has to be served by the candidate who was chosen. */
async function readListed(
  deps: BookingDependencies,
  asked: AskedPart,
  isFirst: boolean,
): Promise<Result<SequencePart, Refusal>> {
  const read = await readPart(deps, asked, { consistent: false })
  const isOther = !read.ok && read.refusal.code === 'not_a_candidate' && !isFirst
  return isOther
    ? await readPart(deps, { ...asked, chosen: undefined }, { consistent: false })
    : read
}

function listed(
  loaded: readonly LoadedEventType[],
  placed: readonly PlacedPart[],
  chosen: ChosenCandidate | undefined,
): ListedSequence {
  const parts = placed.map((part, index) =>
    listedPart(loaded[index] as LoadedEventType, part, chosen),
  )
  const [first] = parts
  const last = parts.at(-1)
  invariant(first !== undefined && last !== undefined, 'a sequence has parts')
  const [price, ...others] = parts.flatMap((part) => part.price ?? [])
  const total = price && {
    ...price,
    amount: others.reduce((sum, { amount }) => sum + amount, price.amount),
  }
  return { eventTypeId: first.eventTypeId, first, last, parts, ...(total && { price: total }) }
}

function listedPart(
  { eventType, provider, policy }: LoadedEventType,
  { people, ...placed }: PlacedPart,
  chosen: ChosenCandidate | undefined,
): ListedPart {
  const [requirement] = eventType.requirements ?? []
  const { timeZone, durationMinutes } = policy
  const { startEpochMinutes } = placed
  const price = priceOfEventType(eventType, { startEpochMinutes, durationMinutes, timeZone })
  const serving = people.flat().find((id) => id === chosen?.providerId)
  return {
    ...placed,
    eventTypeId: eventType.id,
    ownProviderId: provider.id,
    providerId: serving ?? people[0]?.[0] ?? provider.id,
    mayChoose:
      requirement === undefined ||
      requirement.bookerMayChoose === true ||
      (serving !== undefined && chosen?.isBooker === true),
    ...(price && { price: { amount: price.amount, currency: price.currency } }),
  }
}
