import { api, ifMatch, type Provider, unwrap } from '../api.ts'
import { slugOf } from '../event-types/slug.ts'
import { HOUSE_PLAN, type HoursPlan, type SampleService } from './intents.ts'

/** A sample with its title in the language of the reader. */
export interface TitledService extends SampleService {
  readonly title: string
}

/** What has been made, so that another attempt after an error makes nothing twice. */
export interface Made {
  scheduleId?: string
  provider?: Provider
  propertyId?: string
  readonly unitIds: Map<number, string>
  readonly slugs: Set<string>
}

/** Nothing made yet. `provider`: the one that the account has already. */
export const nothingMade = (provider: Provider | undefined): Made => ({
  ...(provider && { provider }),
  unitIds: new Map(),
  slugs: new Set(),
})

/** Whom and what to set up for a business by the hour. */
export interface HoursSetUp {
  readonly plan: HoursPlan
  readonly services: readonly TitledService[]
  /** The name of the provider, if there is none yet. */
  readonly name: string
  readonly email: string | undefined
  readonly scheduleName: string
  readonly timeZone: string
}

/** Makes working hours, a provider who works by them, and an event type for each service. */
export async function setUpHours(setUp: HoursSetUp, made: Made): Promise<void> {
  const { plan, services, scheduleName, email } = setUp
  const timeZone = made.provider?.timeZone ?? setUp.timeZone
  if (made.provider?.scheduleId == null && made.scheduleId === undefined) {
    const body = {
      name: scheduleName,
      timeZone,
      availabilityRules: plan.availabilityRules,
    }
    made.scheduleId = (await unwrap(api.POST('/v1/schedules', { body }))).id
  }
  const { scheduleId } = made
  if (made.provider === undefined) {
    const body = {
      name: setUp.name,
      timeZone,
      ...(email && { email }),
      ...(scheduleId && { scheduleId }),
    }
    made.provider = await unwrap(api.POST('/v1/providers', { body }))
  } else if (made.provider.scheduleId === null && scheduleId !== undefined) {
    const params = { path: { id: made.provider.id }, header: ifMatch(made.provider) }
    made.provider = await unwrap(api.PATCH('/v1/providers/{id}', { params, body: { scheduleId } }))
  }
  for (const service of services) await addService(made.provider.id, service, plan, made)
}

async function addService(
  providerId: string,
  service: TitledService,
  plan: HoursPlan,
  made: Made,
): Promise<void> {
  const { title, durationMinutes, bufferAfterMinutes = 0, capacity } = service
  const slug = slugOf(title)
  if (made.slugs.has(slug)) return
  const { minNoticeMinutes, slotStepMinutes, cancelUntilMinutes } = plan
  const body = {
    providerId,
    title,
    slug,
    durationMinutes,
    bufferAfterMinutes,
    minNoticeMinutes,
    slotStepMinutes,
    policy: { cancelUntilMinutes, rescheduleUntilMinutes: cancelUntilMinutes },
    ...(capacity && { seats: { capacity } }),
  }
  await unwrap(api.POST('/v1/event-types', { body }))
  made.slugs.add(slug)
}

/** Whom and what to set up for a guest house. */
export interface HouseSetUp {
  readonly name: string
  readonly timeZone: string
  /** The title of what guests book. */
  readonly title: string
  readonly roomName: (number: number) => string
}

/** Makes a property, its rooms, and what guests book in each. */
export async function setUpHouse(setUp: HouseSetUp, made: Made): Promise<void> {
  const { name, timeZone, title, roomName } = setUp
  made.propertyId ??= (await unwrap(api.POST('/v1/properties', { body: { name, timeZone } }))).id
  const { propertyId } = made
  for (const number of HOUSE_PLAN.rooms) {
    if (!made.unitIds.has(number)) {
      const body = { name: roomName(number), kind: 'unit' as const, timeZone, propertyId }
      made.unitIds.set(number, (await unwrap(api.POST('/v1/providers', { body }))).id)
    }
    const providerId = made.unitIds.get(number) ?? ''
    const slug = slugOf(`${title} ${number}`)
    if (made.slugs.has(slug)) continue
    const body = {
      providerId,
      grain: 'nights' as const,
      slug,
      title: `${title} ${number}`,
      stay: { ...HOUSE_PLAN.stay },
      occupancy: { ...HOUSE_PLAN.occupancy },
    }
    await unwrap(api.POST('/v1/event-types', { body }))
    made.slugs.add(slug)
  }
}
