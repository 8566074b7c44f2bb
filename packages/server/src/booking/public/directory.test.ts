import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
  WORKING_HOURS,
} from '../../../tests/support/booking-world.ts'
import type { Page } from '../../kernel/paging.ts'
import { createEventType, setEventTypeStatus } from '../event-types/event-types.ts'
import { createProvider, updateProvider } from '../provider-changes/save-provider.ts'
import { deleteProvider } from '../providers/provider-deletion.ts'
import { findPublicProvider, listDirectory } from './directory.ts'

let world: BookingWorld
beforeEach(async () => {
  world = await openBookingWorld()
})
afterEach(() => world.close())

const directory = async (filter: { specialty?: string } = {}, page: Page = { limit: 100 }) => {
  const { data, cursor } = unwrap(await listDirectory(world.deps, filter, page))
  return { slugs: data.map(({ provider }) => provider.slug), cursor }
}
const slugsOf = async (filter?: { specialty?: string }) => (await directory(filter)).slugs

/** A listed provider with an active event type. */
async function listed(slug: string, specialty?: string) {
  const provider = await world.provider({
    slug,
    listed: true,
    ...(specialty === undefined ? {} : { specialty }),
  })
  const type = await world.eventType({ providerId: provider.id })
  return { provider, type }
}

describe('a provider by its slug', () => {
  test('comes with its active event types, also if it is not listed', async () => {
    const provider = await world.provider({ slug: 'ana' })
    const first = await world.eventType({ providerId: provider.id })
    const inactive = await world.eventType({ providerId: provider.id })
    const second = await world.eventType({ providerId: provider.id })
    await world.eventType()
    unwrap(await setEventTypeStatus(world.deps, world.caller, inactive.id, 'inactive'))
    expect(await findPublicProvider(world.deps, { providerSlug: 'ana' })).toMatchObject({
      ok: true,
      value: { provider, account: { slugNamespace: 'shared' }, eventTypes: [first, second] },
    })
  })

  test('comes with at most a hundred event types', async () => {
    const provider = await world.provider({ slug: 'busy' })
    for (let n = 0; n <= 100; n += 1) await world.eventType({ providerId: provider.id })
    expect(
      unwrap(await findPublicProvider(world.deps, { providerSlug: 'busy' })).eventTypes.length,
    ).toBe(100)
  })

  test('is not found under an unknown slug, a former one, or once it is deleted', async () => {
    const notFound = (id: string) => ({
      ok: false,
      refusal: { code: 'not_found', resource: 'provider', id },
    })
    expect(await findPublicProvider(world.deps, { providerSlug: 'nobody' })).toEqual(
      notFound('nobody'),
    )
    const { id } = await world.provider({ slug: 'before' })
    unwrap(await updateProvider(world.deps, world.caller, id, { slug: 'after' }))
    expect(await findPublicProvider(world.deps, { providerSlug: 'before' })).toEqual(
      notFound('before'),
    )
    expect(await findPublicProvider(world.deps, { providerSlug: 'after' })).toMatchObject({
      ok: true,
    })
    // The reservation of the slug as it was before the deletion, for a reader that is a moment behind.
    const [reserved] = await world.items('PROVIDERSLUG#after')
    unwrap(await deleteProvider(world.deps, world.caller, id))
    expect(await findPublicProvider(world.deps, { providerSlug: 'after' })).toEqual(
      notFound('after'),
    )
    if (reserved === undefined) throw new Error('the slug is not reserved')
    await world.store.transact([{ kind: 'put-if-absent', item: reserved }], 'put back')
    expect(await findPublicProvider(world.deps, { providerSlug: 'after' })).toEqual(
      notFound('after'),
    )
  })
})

describe('the directory', () => {
  test('lists the listed providers of all accounts by specialty, with their event types', async () => {
    const dentist = await listed('zoe', 'Dentist')
    const artist = await listed('ben', 'artist')
    await world.eventType({ providerId: (await world.provider({ slug: 'hidden' })).id })
    const other = unwrap(
      await createProvider(world.deps, world.stranger, {
        name: 'Eve',
        slug: 'eve',
        timeZone: 'UTC',
        specialty: 'coach',
        listed: true,
      }),
    )
    const theirs = unwrap(
      await createEventType(world.deps, world.stranger, {
        providerId: other.id,
        slug: 'talk',
        title: 'Talk',
        durationMinutes: 60,
        availabilityRules: WORKING_HOURS,
      }),
    )
    expect(unwrap(await listDirectory(world.deps, {}, { limit: 100 }))).toMatchObject({
      data: [
        { provider: artist.provider, eventTypes: [artist.type] },
        { provider: other, eventTypes: [theirs] },
        { provider: dentist.provider, eventTypes: [dentist.type] },
      ],
    })
  })

  test('of a specialty ignores its case, and lists no other that begins like it', async () => {
    await listed('dan', 'Dentist')
    await listed('dora', ' dentist ')
    await listed('dirk', 'Dentistry')
    await listed('nobody')
    expect((await slugsOf({ specialty: 'DENTIST' })).sort()).toEqual(['dan', 'dora'])
    expect(await slugsOf({ specialty: 'dent' })).toEqual([])
    expect(await slugsOf({ specialty: '' })).toEqual(['nobody'])
    expect((await slugsOf()).length).toBe(4)
  })

  test('of a specialty lists no other whose name goes on after a number sign', async () => {
    await listed('ann', 'C')
    await listed('bob', 'C# tutor')
    expect(await slugsOf({ specialty: 'c' })).toEqual(['ann'])
    expect(await slugsOf({ specialty: 'c# tutor' })).toEqual(['bob'])
  })

  test('leaves out providers without an active event type, and its page then has fewer', async () => {
    await listed('ann', 'a')
    const inactive = await listed('bob', 'b')
    await world.provider({ slug: 'cid', specialty: 'c', listed: true })
    await listed('dee', 'd')
    unwrap(await setEventTypeStatus(world.deps, world.caller, inactive.type.id, 'inactive'))
    const first = await directory({}, { limit: 3 })
    expect(first.slugs).toEqual(['ann'])
    expect(await directory({}, { limit: 3, cursor: first.cursor ?? '' })).toEqual({
      slugs: ['dee'],
      cursor: undefined,
    })
  })

  test('follows a change of the listing, and a deletion', async () => {
    const { provider } = await listed('flo')
    unwrap(await updateProvider(world.deps, world.caller, provider.id, { listed: false }))
    expect(await slugsOf()).toEqual([])
    unwrap(await updateProvider(world.deps, world.caller, provider.id, { listed: true }))
    expect(await slugsOf()).toEqual(['flo'])
    unwrap(await deleteProvider(world.deps, world.caller, provider.id))
    expect(await slugsOf()).toEqual([])
  })
})
