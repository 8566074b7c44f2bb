import { eventTypeKey, propertyKey, providerKey, scheduleKey } from '../../booking/keys.ts'
import { identityFinding } from '../../identity/findings.ts'
import { accountKey } from '../../identity/keys.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { contactIdKey } from '../../people/keys.ts'
import type { Check } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { finding } from './finding.ts'

/** A reference of an item to another, with the account and provider that the other must have. */
interface Reference {
  readonly to: ItemKey
  readonly accountId?: string
  readonly providerId?: string
}

/** The items with the same reference: their number, and one of them. */
interface Referrers {
  readonly reference: Reference
  readonly example: ItemKey
  count: number
}

const text = (item: Item, name: string): string | undefined => {
  const value = item[name]
  return typeof value === 'string' ? value : undefined
}

/** The providers of a booking's assignments; undefined if it has none. */
function assignedProviders({ assignments }: Item): readonly string[] | undefined {
  if (!Array.isArray(assignments)) return undefined
  return assignments.flatMap((assignment: Record<string, unknown> | null) => {
    const providerId = assignment?.providerId
    return typeof providerId === 'string' ? [providerId] : []
  })
}

/** The providers that the requirements of an event type name. */
function requiredProviders({ requirements }: Item): readonly string[] {
  if (!Array.isArray(requirements)) return []
  const named = requirements.flatMap((requirement: Record<string, unknown> | null) =>
    Array.isArray(requirement?.providerIds) ? (requirement.providerIds as unknown[]) : [],
  )
  return [...new Set(named.filter((id) => typeof id === 'string'))]
}

/** The reference of a unit to its property. A deleted unit has left it. */
function propertyOf(item: Item, accountId: string): readonly Reference[] {
  const { unit, deletedAtEpochSeconds } = item
  // Items that cannot be decoded are visited as well.
  const propertyId = (unit as { readonly propertyId?: unknown } | undefined)?.propertyId
  return typeof propertyId !== 'string' || deletedAtEpochSeconds !== undefined
    ? []
    : [{ to: propertyKey(propertyId), accountId }]
}

/** The reference of a provider or event type to its schedule. */
function scheduleOf(item: Item, accountId: string): readonly Reference[] {
  const scheduleId = text(item, 'scheduleId')
  return scheduleId === undefined ? [] : [{ to: scheduleKey(scheduleId), accountId }]
}

/** The reference of a merged contact to the one that stands for it. One that is being erased may outlive it. */
function mergedContactOf(item: Item, accountId: string): readonly Reference[] {
  const into = text(item, 'mergedInto')
  return into === undefined || item.isErasing === true
    ? []
    : [{ to: contactIdKey(into), accountId }]
}

/** The event type or provider whose limit is counted. */
const limitedBy = (subjectId: string): ItemKey =>
  subjectId.startsWith('prv_') ? providerKey(subjectId) : eventTypeKey(subjectId)

function referencesOf({ kind, item, partitionId }: ClassifiedItem): readonly Reference[] {
  const accountId = text(item, 'accountId') ?? ''
  const providerId = text(item, 'providerId') ?? ''
  switch (kind) {
    case 'booking': {
      const eventTypeId = text(item, 'eventTypeId')
      const assigned = assignedProviders(item)
      const providerIds = assigned ?? [providerId]
      // The event type of a team has a provider of its own, who need not be part of its bookings.
      const owner = assigned === undefined ? { providerId } : {}
      return [
        ...providerIds.map((id) => ({ to: providerKey(id), accountId })),
        ...(eventTypeId === undefined
          ? []
          : [{ to: eventTypeKey(eventTypeId), accountId, ...owner }]),
      ]
    }
    case 'class_session':
      return [
        ...(assignedProviders(item) ?? [providerId]).map((id) => ({
          to: providerKey(id),
          accountId,
        })),
        { to: eventTypeKey(partitionId), accountId },
      ]
    case 'limit_count':
      return [{ to: limitedBy(partitionId) }]
    case 'booker_count':
    case 'booker_ever_count':
      return [{ to: eventTypeKey(partitionId) }]
    case 'account_booker_count':
    case 'account_booker_ever_count':
      return [{ to: accountKey(partitionId) }]
    case 'waitlist_entry':
      return [{ to: eventTypeKey(text(item, 'eventTypeId') ?? ''), accountId }]
    case 'event_type':
      return [
        ...[providerId, ...requiredProviders(item)].map((id) => ({
          to: providerKey(id),
          accountId,
        })),
        ...scheduleOf(item, accountId),
      ]
    case 'block':
    case 'connection':
    case 'time_off':
    case 'availability':
      return [{ to: providerKey(partitionId), accountId }]
    case 'ledger_day':
    case 'busy_month':
    case 'simulated_calendar':
      return [{ to: providerKey(partitionId) }]
    case 'contact':
      return [{ to: accountKey(partitionId) }, ...mergedContactOf(item, accountId)]
    case 'api_key':
    case 'absence':
    case 'closure':
    case 'closure_state':
    case 'unit_nights':
    case 'contact_phone':
    case 'webhook_endpoint':
    case 'message_template':
    case 'payment_connection':
      return [{ to: accountKey(partitionId) }]
    case 'provider':
      return [
        { to: accountKey(accountId) },
        ...scheduleOf(item, accountId),
        ...propertyOf(item, accountId),
      ]
    case 'contact_note':
      // A note about an erased person would be left over.
      return [{ to: contactIdKey(partitionId), accountId }]
    case 'search_token':
      // A word of an erased person would be left over.
      return [{ to: contactIdKey(text(item, 'contactId') ?? ''), accountId }]
    case 'schedule_users':
      return [{ to: scheduleKey(partitionId), accountId }]
    case 'booking_group':
    case 'property':
    case 'rate_plan':
    case 'schedule':
    case 'simulated_checkout':
    case 'rapidapi_user':
    case 'setup':
      return [{ to: accountKey(accountId) }]
    default:
      return []
  }
}

const TARGETS: ReadonlySet<ClassifiedItem['kind']> = new Set([
  'account',
  'provider',
  'event_type',
  'property',
  'schedule',
  'contact_id',
])

/**
 * Checks that references lead to existing items of the same account and provider, since accounts are
 * isolated. Its facts are each account, provider, event type, schedule and contact, and each distinct reference to one.
 */
export function referencesCheck(inShare: InShare): Check {
  const targets = new Map<string, Pick<Reference, 'accountId' | 'providerId'>>()
  const references = new Map<string, Referrers>()

  const addReference = (reference: Reference, item: Item) => {
    if (!inShare(reference.to.PK)) return
    const name = JSON.stringify([reference.to.PK, reference.accountId, reference.providerId])
    const same = references.get(name)
    if (same) same.count += 1
    else references.set(name, { reference, example: { PK: item.PK, SK: item.SK }, count: 1 })
  }

  return {
    visit(entry) {
      const { kind, item } = entry
      if (TARGETS.has(kind) && inShare(item.PK)) {
        const accountId = text(item, 'accountId')
        const providerId = text(item, 'providerId')
        targets.set(item.PK, {
          ...(accountId === undefined ? {} : { accountId }),
          ...(providerId === undefined ? {} : { providerId }),
        })
      }
      for (const reference of referencesOf(entry)) addReference(reference, item)
    },
    get factCount() {
      return targets.size + references.size
    },
    *findings() {
      for (const referrers of references.values()) {
        const found = findingOf(referrers, targets.get(referrers.reference.to.PK))
        if (found) yield found
      }
    },
  }
}

function findingOf(
  { reference, example, count }: Referrers,
  target: Pick<Reference, 'accountId' | 'providerId'> | undefined,
): Finding | undefined {
  const { to, accountId, providerId } = reference
  const referrers = `Referring items: ${count}, for example ${example.PK} ${example.SK}.`
  if (target === undefined) {
    return finding('reference_missing', [to], `The item does not exist. ${referrers}`)
  }
  if (accountId !== undefined && target.accountId !== accountId) {
    const sentence = `Items of another account refer to it. ${referrers}`
    return identityFinding('reference_crossed', [to, accountKey(accountId)], sentence)
  }
  if (providerId !== undefined && target.providerId !== providerId) {
    const sentence = `Items of another provider refer to it. ${referrers}`
    return identityFinding('reference_crossed', [to, providerKey(providerId)], sentence)
  }
  return undefined
}
