import { availabilityProblems } from '../../booking/availability/opening.ts'
import { blockProblems } from '../../booking/blocks/block.ts'
import { bookingProblems } from '../../booking/bookings/booking-problems.ts'
import { closureProblems } from '../../booking/closures/closure.ts'
import { eventTypeProblems } from '../../booking/event-types/event-type-problems.ts'
import { photoProblems } from '../../booking/photos/uploaded-photo.ts'
import { propertyProblems } from '../../booking/properties/property.ts'
import { providerProblems } from '../../booking/providers/provider.ts'
import { ratePlanProblems } from '../../booking/rates/rate-plan.ts'
import { scheduleProblems } from '../../booking/schedules/schedule.ts'
import { absenceProblems } from '../../booking/shared-absences/absence.ts'
import { timeOffProblems } from '../../booking/time-off/time-off.ts'
import { apiKeyProblems } from '../../identity/api-keys/api-key.ts'
import { versionProblem } from '../../kernel/items/item-version.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { calendarEventProblems, calendarProblems } from '../../stays/calendars/calendar-problems.ts'
import { type DecodedKind, ENTITIES, isDecoded, type ValuesByKind } from './entities.ts'
import { type ItemKind, type KeyParts, kindOfKey } from './item-kind.ts'
import { isVersioned } from './item-version.ts'
import { readCount, readSession } from './session-item.ts'

/** An item of one kind, with the parts of its key, its decoded value and its problems. */
interface Classified<Kind extends ItemKind> extends KeyParts {
  readonly kind: Kind
  readonly item: Item
  /**
   * The decoded value. Undefined if the item has problems, or if the doctor does not decode its kind. If
   * only its version is wrong, the value has version 0: no stored item has it, so every write on
   * condition of that version fails.
   */
  readonly value: Kind extends DecodedKind ? ValuesByKind[Kind] | undefined : undefined
  /** Encodes the value. Undefined if there is none. */
  readonly encode: (() => Item) | undefined
  /** What is wrong with the item alone, as sentences. Without problems, other items can be compared with it. */
  readonly problems: readonly string[]
}

/** The items of each kind. */
export type ClassifiedByKind = { readonly [Kind in ItemKind]: Classified<Kind> }

/** An item, its kind, its decoded value and its problems. */
export type ClassifiedItem = ClassifiedByKind[ItemKind]

type Rules = {
  readonly [Kind in DecodedKind]?: (value: ValuesByKind[Kind], key: KeyParts) => readonly string[]
}

/** The rules for the values of each kind, beyond the schema of its entity. */
const RULES: Rules = {
  booking: bookingProblems,
  block: blockProblems,
  provider: providerProblems,
  event_type: eventTypeProblems,
  availability: (opened, { sortId }) => availabilityProblems(opened, sortId),
  photo: photoProblems,
  property: propertyProblems,
  rate_plan: ratePlanProblems,
  schedule: scheduleProblems,
  time_off: (timeOff, { partitionId }) => timeOffProblems(timeOff, partitionId),
  absence: (absence, { partitionId }) => absenceProblems(absence, partitionId),
  closure: (closure, { partitionId }) => closureProblems(closure, partitionId),
  api_key: (key, { partitionId }) => apiKeyProblems(key, partitionId),
  calendar: calendarProblems,
  calendar_event: (event, { sortId, partitionId }) =>
    calendarEventProblems(event, sortId, partitionId),
  recurring_event: (event, { sortId, partitionId }) =>
    calendarEventProblems(event, sortId, partitionId),
  cancelled_stay: (stay, { sortId, partitionId }) =>
    calendarEventProblems(stay, sortId, partitionId),
  calendar_event_id: (event, { partitionId }) => calendarEventProblems(event, partitionId),
}

/** Classifies an item by its key, decodes it, and checks it alone. */
export function classify(item: Item): ClassifiedItem {
  const parts = kindOfKey(item)
  const { kind } = parts
  if (isDecoded(kind)) return decoded(kind, item, parts)
  const problems = problemsOf(kind, item)
  // The compiler cannot see that a kind without an entity has no value.
  return { ...parts, item, value: undefined, encode: undefined, problems } as ClassifiedItem
}

/** The kinds of counts. Their attributes are named after their owners, so they have no entity. */
export const COUNTS: ReadonlySet<ItemKind> = new Set([
  'class_session',
  'limit_count',
  'booker_count',
  'booker_ever_count',
  'account_booker_count',
  'account_booker_ever_count',
  'photo_count',
])

/** The problems of an item without an entity: its attributes are named after its owners. */
function problemsOf(kind: ItemKind, item: Item): readonly string[] {
  if (!COUNTS.has(kind)) return []
  const read = kind === 'class_session' ? readSession(item) : readCount(item)
  return 'problem' in read ? [read.problem] : []
}

function decoded<Kind extends DecodedKind>(
  kind: Kind,
  item: Item,
  parts: KeyParts,
): ClassifiedItem {
  const hasWrongVersion = isVersioned(kind) && versionProblem(item) !== undefined
  const entity = ENTITIES[kind]
  const result = entity.tryDecode(hasWrongVersion ? { ...item, version: 0 } : item)
  const problems = result.ok
    ? (RULES[kind]?.(result.value, parts) ?? [])
    : [`The attributes do not fit the schema (${result.refusal}).`]
  const value = result.ok && problems.length === 0 ? result.value : undefined
  const encode = value && (() => entity.encode(value))
  // The compiler cannot relate a generic kind to its value within the union.
  return { ...parts, kind, item, value, encode, problems } as ClassifiedItem
}
