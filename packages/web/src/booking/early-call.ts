import { askEarly } from '../shared/api/early-answer.ts'
import { serverAddress } from '../shared/base-path.ts'
import { pagePath } from '../shared/page-path.ts'
import { eventTypeCall, firstEnd } from '../shared/slots/event-type-call.ts'
import { todayIn } from '../shared/time/dates.ts'
import { localZone } from '../shared/time/zones.ts'
import { readPrefill } from './prefill.ts'

/**
 * Asks for the times of the booking page while its other scripts load: on a slow network that is one round trip less. A
 * page that asks for something else, as after a reload with a hold, does so itself.
 */
const timeZone = localZone()
const from = todayIn(timeZone)
const { durationMinutes } = readPrefill(location)
const range = { from, to: firstEnd(from), timeZone, durationMinutes }
const { path, query } = eventTypeCall(pagePath, range)
const { providerSlug, eventTypeSlug } = path
const parameters = Object.entries(query).map(([name, value]) => [name, `${value}`])
askEarly(
  `${serverAddress()}/v1/public/${providerSlug}/${eventTypeSlug}?${new URLSearchParams(parameters)}`,
)
