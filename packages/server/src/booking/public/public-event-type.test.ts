import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { setEventTypeStatus, updateEventType } from '../event-types/event-types.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { findPublicEventType } from './public-event-type.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

const notFound = (id: string) => ({
  ok: false,
  refusal: { code: 'not_found', resource: 'event_type', id },
})

/** A provider and its event type, under the slugs `<name>` and `visit`. */
async function published(name: string) {
  const provider = await world.provider({ slug: name })
  const eventType = await world.eventType({ providerId: provider.id, slug: 'visit' })
  return { provider, eventType }
}

describe('an event type by the slugs of its page', () => {
  test('comes with its provider, whatever account asks', async () => {
    const { provider, eventType } = await published('ana')
    await published('ben')
    expect(
      await findPublicEventType(world.deps, { providerSlug: 'ana', eventTypeSlug: 'visit' }),
    ).toMatchObject({
      ok: true,
      value: { eventType, provider },
    })
  })

  test('is not found under a slug that its provider does not have', async () => {
    const { eventType } = await published('cid')
    const find = (provider: string, type: string) =>
      findPublicEventType(world.deps, { providerSlug: provider, eventTypeSlug: type })
    expect(await find('cid', 'call')).toEqual(notFound('cid/call'))
    expect(await find('nobody', 'visit')).toEqual(notFound('nobody/visit'))
    unwrap(await updateEventType(world.deps, world.caller, eventType.id, { slug: 'call' }))
    expect(await find('cid', 'visit')).toEqual(notFound('cid/visit'))
    expect(await find('cid', 'call')).toMatchObject({ ok: true })
  })

  test('is not found by its slugs or its id once its provider is deleted', async () => {
    const { provider, eventType } = await published('dee')
    const [reserved] = await world.items('PROVIDERSLUG#dee')
    unwrap(await deleteProvider(world.deps, world.caller, provider.id))
    const find = () =>
      findPublicEventType(world.deps, { providerSlug: 'dee', eventTypeSlug: 'visit' })
    expect(await find()).toEqual(notFound('dee/visit'))
    if (reserved === undefined) throw new Error('the slug is not reserved')
    // The reservation of the slug as it was before the deletion, for a reader that is a moment behind.
    await world.store.transact([{ kind: 'put-if-absent', item: reserved }], 'put back')
    expect(await find()).toEqual(notFound('dee/visit'))
    expect(await findPublicEventType(world.deps, { eventTypeId: eventType.id })).toEqual(
      notFound(eventType.id),
    )
  })

  test('is found while it is inactive, so that its page can say so', async () => {
    const { eventType } = await published('eve')
    unwrap(await setEventTypeStatus(world.deps, world.caller, eventType.id, 'inactive'))
    expect(
      unwrap(
        await findPublicEventType(world.deps, { providerSlug: 'eve', eventTypeSlug: 'visit' }),
      ),
    ).toMatchObject({
      eventType: { status: 'inactive' },
    })
  })
})

test('an event type by its id comes with its provider; an unknown id is not found', async () => {
  const { provider, eventType } = await published('flo')
  expect(await findPublicEventType(world.deps, { eventTypeId: eventType.id })).toMatchObject({
    ok: true,
    value: { eventType, provider },
  })
  expect(await findPublicEventType(world.deps, { eventTypeId: 'evt_none' })).toEqual(
    notFound('evt_none'),
  )
})
