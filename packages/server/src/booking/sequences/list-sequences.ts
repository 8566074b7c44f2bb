import {
  invariant,
  ok,
  type PlacedPart,
  type Result,
  SEQUENCE_PARTS_MAX,
  type SequencePart,
  sequencesOf,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { type LoadedEventType, loadEventType, loadedFor } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { findPublicEventTypeById } from '../public/public-event-type.ts'
import type { StartRange } from '../slots/slots.ts'
import { type SoonestQuery, soonestRange } from '../soonest/find-soonest.ts'
import { agreedAlike, priceOfAll } from '../visits/in-common.ts'
import { checkPartType } from './part-types.ts'
import { readPart } from './read-parts.ts'

/** The visits to find: the first `limit` whose first part starts in the range. */
export interface SequencesQuery extends Pick<SoonestQuery, 'from' | 'to' | 'timeZone' | 'limit'> {
  /** The event types of the parts, in their order, each once. */
  readonly eventTypeIds: readonly string[]
  /** The longest pause between two parts. */
  readonly maxGapMinutes: number
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
}

/** A visit with its parts, in order. */
export interface ListedSequence {
  /** That of the first part. */
  readonly eventTypeId: string
  readonly first: ListedPart
  readonly last: ListedPart
  readonly parts: readonly ListedPart[]
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

/** Lists the visits of some public event types of one account, under the rules for bookers of whom nothing is known. */
export function listPublicSequences(
  deps: BookingDependencies,
  query: SequencesQuery & { readonly accountSlug?: string | undefined },
): Promise<Answer> {
  let accountId: string | undefined
  return list(deps, query, async (id) => {
    const found = await findPublicEventTypeById(deps, id, query.accountSlug)
    if (!found.ok) return found
    accountId ??= found.value.eventType.accountId
    const own = loadedFor(found.value, 'stranger')
    return own?.eventType.accountId === accountId ? ok(own) : notFound('event_type', id)
  })
}

async function list(
  deps: BookingDependencies,
  query: SequencesQuery,
  load: (eventTypeId: string) => Promise<Result<LoadedEventType, Refusal>>,
): Promise<Answer> {
  const { eventTypeIds, maxGapMinutes, limit } = query
  const range = soonestRange(query, epochSeconds(deps.clock))
  if (!range.ok) return range
  const checked = checkIds(eventTypeIds)
  if (!checked.ok) return checked
  const parts: LoadedEventType[] = []
  for (const id of eventTypeIds) {
    const found = await load(id)
    if (!found.ok) return found
    const fits = checkPartType(found.value.eventType, '/query/sequence')
    if (!fits.ok) return fits
    parts.push(found.value)
  }
  const eventTypes = parts.map(({ eventType }) => eventType)
  for (const alike of [agreedAlike(eventTypes), priceOfAll(eventTypes)]) {
    if (alike.ok) continue
    const { eventTypeId, message } = alike.refusal
    return invalid('/query/sequence', `"${eventTypeId}" ${message}`)
  }
  const ranges = rangesOf(parts, range.value, maxGapMinutes)
  const read = await Promise.all(
    parts.map((loaded, index) =>
      readPart(deps, { loaded, range: ranges[index] as StartRange }, { consistent: false }),
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
    data: found.slice(0, limit).map((placed) => listed(parts, placed)),
    ...(next !== undefined && { nextFromEpochMinutes: next }),
  })
}

/** Refuses too few, too many or repeated event types. */
function checkIds(eventTypeIds: readonly string[]): Result<undefined, Refusal> {
  if (eventTypeIds.length < 2 || eventTypeIds.length > SEQUENCE_PARTS_MAX) {
    return invalid('/query/sequence', `must be 2 to ${SEQUENCE_PARTS_MAX} event types`)
  }
  const repeated = eventTypeIds.find((id, index) => eventTypeIds.indexOf(id) !== index)
  return repeated === undefined
    ? ok(undefined)
    : invalid('/query/sequence', `names "${repeated}" twice; each event type can be one part`)
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

function listed(loaded: readonly LoadedEventType[], placed: readonly PlacedPart[]): ListedSequence {
  const parts = placed.map((part, index) => listedPart(loaded[index] as LoadedEventType, part))
  const [first] = parts
  const last = parts.at(-1)
  invariant(first !== undefined && last !== undefined, 'a sequence has parts')
  return { eventTypeId: first.eventTypeId, first, last, parts }
}

function listedPart(
  { eventType, provider }: LoadedEventType,
  { people, ...placed }: PlacedPart,
): ListedPart {
  const [requirement] = eventType.requirements ?? []
  return {
    ...placed,
    eventTypeId: eventType.id,
    ownProviderId: provider.id,
    providerId: people[0]?.[0] ?? provider.id,
    mayChoose: requirement === undefined || requirement.bookerMayChoose === true,
  }
}
