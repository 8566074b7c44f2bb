import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { updateAccount } from '../../identity/accounts/accounts.ts'
import { setEventTypeStatus } from '../event-types/event-types.ts'
import { updateProvider } from '../provider-changes/save-provider.ts'
import { type SoonestSlot, soonestOfPublicSpecialty, soonestOfSpecialty } from './find-soonest.ts'

let world: BookingWorld
beforeAll(async () => {
  world = await openBookingWorld()
})
afterAll(() => world.close())

describe('a specialty', () => {
  const typesOf = async (
    provider: Parameters<BookingWorld['provider']>[0],
    count: number,
  ): Promise<readonly string[]> => {
    const { id } = await world.provider(provider)
    const types: string[] = []
    for (let made = 0; made < count; made += 1) {
      types.push((await world.eventType({ providerId: id })).id)
    }
    return types
  }
  const pagesOf = async (
    read: (cursor?: string) => Promise<{ data: readonly SoonestSlot[]; cursor?: string }>,
  ) => {
    const pages: (readonly string[])[] = []
    let cursor: string | undefined
    do {
      const page = await read(cursor)
      pages.push([...new Set(page.data.map(({ eventTypeId }) => eventTypeId))].sort())
      cursor = page.cursor
    } while (cursor !== undefined)
    return pages
  }

  test('names the active event types of its providers, in any case', async () => {
    const [on = '', off = ''] = await typesOf({ specialty: 'Cardiology' }, 2)
    await typesOf({ specialty: 'dentist' }, 1)
    unwrap(await setEventTypeStatus(world.deps, world.caller, off, 'inactive'))
    const found = await soonestOfSpecialty(world.deps, world.caller, 'cardiology', { limit: 50 })
    expect(new Set(unwrap(found).data.map(({ eventTypeId }) => eventTypeId))).toEqual(new Set([on]))
    const strange = await soonestOfSpecialty(world.deps, world.stranger, 'cardiology', { limit: 5 })
    expect(unwrap(strange)).toEqual({ data: [] })
  })

  test('of more than 100 event types has several pages, each of whole providers', async () => {
    const groups: (readonly string[])[] = []
    for (const count of [40, 50, 30]) groups.push(await typesOf({ specialty: 'piano' }, count))
    const [first = [], second = [], third = []] = groups
    const pages = await pagesOf(async (cursor) =>
      unwrap(
        await soonestOfSpecialty(world.deps, world.caller, 'piano', {
          limit: 100,
          ...(cursor !== undefined && { cursor }),
        }),
      ),
    )
    expect(pages).toEqual([[...first, ...second].sort(), [...third].sort()])
  })

  test('of more than 25 providers has several pages', async () => {
    const all: string[] = []
    for (let made = 0; made < 27; made += 1) {
      all.push(...(await typesOf({ specialty: 'violin' }, 1)))
    }
    const pages = await pagesOf(async (cursor) =>
      unwrap(
        await soonestOfSpecialty(world.deps, world.caller, 'violin', {
          limit: 100,
          ...(cursor !== undefined && { cursor }),
        }),
      ),
    )
    expect(pages).toEqual([all.slice(0, 25).sort(), all.slice(25).sort()])
  })

  test('shows the public only listed, active providers, and no longer specialty', async () => {
    const [listed = ''] = await typesOf({ specialty: 'c', listed: true }, 1)
    await typesOf({ specialty: 'c' }, 1)
    await typesOf({ specialty: 'c#', listed: true }, 1)
    await typesOf({ specialty: 'c', listed: true, active: false }, 1)
    const found = await soonestOfPublicSpecialty(world.deps, { specialty: 'C' }, { limit: 50 })
    expect(new Set(unwrap(found).data.map(({ eventTypeId }) => eventTypeId))).toEqual(
      new Set([listed]),
    )
  })

  const asked = async (find: ReturnType<typeof soonestOfSpecialty>) =>
    new Set(unwrap(await find).data.map(({ eventTypeId }) => eventTypeId))

  test('names the event types of teams that require it, for the account and for the public', async () => {
    const [dentist, lowerDentist] = [
      await world.provider({ specialty: 'Orthodontist', listed: true }),
      await world.provider({ specialty: 'orthodontist', listed: true }),
    ]
    const team = await world.provider({ kind: 'team', listed: true })
    const of = (specialty: string) => ({
      providerId: team.id,
      requirements: [{ name: 'who', specialty, count: 1 }],
    })
    const needed = await world.eventType(of(' ORTHODONTIST '))
    await world.eventType(of('surgeon'))
    await world.eventType({
      providerId: team.id,
      requirements: [{ name: 'who', kind: 'person', count: 1 }],
    })
    const closedTeam = await world.provider({ kind: 'team' })
    const unlisted = await world.eventType({ ...of('orthodontist'), providerId: closedTeam.id })
    const ofAccount = soonestOfSpecialty(world.deps, world.caller, 'orthodontist', { limit: 50 })
    expect(await asked(ofAccount)).toEqual(new Set([needed.id, unlisted.id]))
    const wanted = { specialty: 'orthodontist' }
    const shared = soonestOfPublicSpecialty(world.deps, wanted, { limit: 50 })
    expect(await asked(shared)).toEqual(new Set([needed.id]))
    await Promise.all(
      [dentist, lowerDentist].map(({ id }) =>
        updateProvider(world.deps, world.caller, id, { listed: false }),
      ),
    )
    unwrap(await updateAccount(world.deps, world.caller, { slug: 'clinic' }))
    const named = soonestOfPublicSpecialty(
      world.deps,
      { ...wanted, accountSlug: 'clinic' },
      { limit: 50 },
    )
    expect(await asked(named)).toEqual(new Set([needed.id]))
  })

  test('of more than 100 event types goes on with the teams on a page of their own', async () => {
    const own = await typesOf({ specialty: 'cello' }, 90)
    const team = await world.provider({ kind: 'team' })
    const ofTeam: string[] = []
    for (let made = 0; made < 11; made += 1) {
      const requirements = [{ name: 'who', specialty: 'cello', count: 1 }]
      ofTeam.push((await world.eventType({ providerId: team.id, requirements })).id)
    }
    const pages = await pagesOf(async (cursor) =>
      unwrap(
        await soonestOfSpecialty(world.deps, world.caller, 'cello', {
          limit: 200,
          ...(cursor !== undefined && { cursor }),
        }),
      ),
    )
    expect(pages).toEqual([[...own].sort(), [...ofTeam].sort()])
  })
})
