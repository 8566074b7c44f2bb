import { type ConferenceKind, isConferenceKind, type Result, refuse } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { InputError, Refusal } from '../../kernel/refusals.ts'
import type { ConnectedCalendars } from '../ports/connected-calendars.ts'
import type { Provider } from '../providers/provider.ts'
import { checkRequirements } from '../requirements/check-requirements.ts'
import { checkPool } from '../requirements/unit-pool.ts'
import type { EventType } from './event-type.ts'
import { checkLeads } from './option-rule-errors.ts'

/** What the check of the people of an event type needs. */
export interface TakersDependencies extends Pick<Dependencies, 'store'> {
  /** Absent: this installation connects no calendars, and nothing of them is checked. */
  readonly connectedCalendars?: Pick<ConnectedCalendars, 'canHost'>
}

const CALENDARS: Readonly<Record<ConferenceKind, string>> = {
  google_meet: 'a Google calendar',
  teams: 'an Outlook calendar',
}

/**
 * Checks whom an event type takes: its requirements or its units, where the options of its questions lead, and that somebody has connected a calendar that creates the
 * links of its Meet and Teams locations. The latter only if its locations or requirements change, so that a calendar
 * that was disconnected later bars no other change. Answers the candidates of today; undefined without requirements.
 */
export async function checkTakers(
  deps: TakersDependencies,
  eventType: EventType,
  before?: EventType,
): Promise<Result<readonly Provider[] | undefined, Refusal>> {
  const { stay, accountId } = eventType
  const pool = stay && (await checkPool(deps, accountId, stay))
  if (pool && !pool.ok) return pool
  const checked = await checkRequirements(deps, eventType, before)
  if (!checked.ok) return checked
  const led = await checkLeads(deps, { eventType, before, candidates: checked.value })
  if (!led.ok) return led
  if (deps.connectedCalendars === undefined) return checked
  const { locations = [], requirements, providerId } = eventType
  if (locations === before?.locations && requirements === before.requirements) return checked
  const providerIds = checked.value?.map(({ id }) => id) ?? [providerId]
  const known = new Map<ConferenceKind, boolean>()
  const errors: InputError[] = []
  for (const [index, { kind }] of locations.entries()) {
    if (!isConferenceKind(kind)) continue
    const canHost =
      known.get(kind) ?? (await deps.connectedCalendars.canHost(deps, providerIds, kind))
    known.set(kind, canHost)
    if (canHost) continue
    const message = `needs ${CALENDARS[kind]} that bookings are written into: connect one with \`writesBack: true\` for a provider of this event type`
    errors.push({ pointer: `/locations/${index}/kind`, message })
  }
  return errors.length === 0 ? checked : refuse({ code: 'validation_failed', errors })
}
