import { CANDIDATES_MAX, ok, type Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { bookingIndexKeys } from '../keys.ts'
import {
  isSameSpecialty,
  isTeam,
  isUnit,
  kindOfProvider,
  type Provider,
} from '../providers/provider.ts'
import type { Requirement } from '../requirements/requirement.ts'
import { activeProviders, type CandidateQuality } from '../requirements/team.ts'

/** How many event types are searched: a thousand. */
const EVENT_TYPE_PAGES = 10
const EVENT_TYPES_PER_PAGE = 100

/**
 * Refuses a provider who would be one candidate too many for a requirement of the account's event types: they
 * would never be taken, or another would not be any more. Checks only a specialty or kind that the provider gets
 * with this change, also by becoming active, and looks for event types only if `CANDIDATES_MAX` others have it, in
 * the first thousand. The doctor finds what parallel changes still exceed.
 */
export async function checkCandidateBounds(
  deps: Pick<Dependencies, 'store'>,
  after: Provider,
  before?: Provider,
): Promise<Result<undefined, Refusal>> {
  const had = qualitiesOf(before)
  for (const quality of qualitiesOf(after)) {
    if (had.some((each) => isSame(each, quality))) continue
    const found = await activeProviders(deps, after.accountId, quality, CANDIDATES_MAX + 1)
    if (found.filter(({ id }) => id !== after.id).length < CANDIDATES_MAX) continue
    const eventType = await firstThatNeeds(deps, after.accountId, quality)
    if (eventType === undefined) continue
    const [member, value] =
      quality.specialty === undefined
        ? (['kind', quality.kind] as const)
        : (['specialty', quality.specialty] as const)
    const message = `${CANDIDATES_MAX} active providers have the ${member} "${value}", the most of one requirement, and the event type "${eventType.title}" (${eventType.id}) takes any of them: name its candidates with \`providerIds\`, or deactivate a provider`
    return invalid(`/${member}`, message)
  }
  return ok(undefined)
}

/** What a provider can be a candidate by. None if it takes no bookings. */
function qualitiesOf(provider: Provider | undefined): readonly CandidateQuality[] {
  if (provider === undefined || provider.isInactive || isTeam(provider) || isUnit(provider))
    return []
  const kind = kindOfProvider(provider)
  const { specialty } = provider
  return [
    ...(specialty === undefined ? [] : [{ specialty }]),
    ...(kind === 'team' || kind === 'unit' ? [] : [{ kind }]),
  ]
}

const isSame = (one: CandidateQuality, other: CandidateQuality): boolean =>
  one.specialty === undefined || other.specialty === undefined
    ? one.specialty === other.specialty && one.kind === other.kind
    : isSameSpecialty(one.specialty, other.specialty)

/** Reports whether any provider of a quality is a candidate of a requirement. */
const takesAny = (requirement: Requirement, quality: CandidateQuality): boolean =>
  requirement.providerIds === undefined && isSame(requirement, quality)

async function firstThatNeeds(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  quality: CandidateQuality,
): Promise<EventType | undefined> {
  const partition = bookingIndexKeys.eventTypesOfAccount(accountId)
  let cursor: string | undefined
  for (let pages = 0; pages < EVENT_TYPE_PAGES; pages += 1) {
    const { items, cursor: next } = await deps.store.query({
      index: 'GSI3',
      partition,
      limit: EVENT_TYPES_PER_PAGE,
      ...(cursor !== undefined && { cursor }),
    })
    const found = items
      .map(eventTypeEntity.decode)
      .find(({ requirements = [] }) => requirements.some((each) => takesAny(each, quality)))
    if (found !== undefined || next === undefined) return found
    cursor = next
  }
  return undefined
}
