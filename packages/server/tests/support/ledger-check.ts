import type { Block, Booking } from '@holdfast/contracts'
import { expectStatus, makeEventType } from './fixtures.ts'
import type { HttpClient } from './http-client.ts'

const QUANTUM_MILLISECONDS = 5 * 60_000
const LIVE = new Set(['confirmed', 'completed', 'no_show'])

interface Claim {
  readonly owner: string
  readonly fromQuantum: number
  readonly toQuantum: number
}

/** Reads all pages of a list. */
export async function listAll<Resource>(api: HttpClient, path: string): Promise<Resource[]> {
  const all: Resource[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: { data: Resource[]; nextCursor: string | null } = expectStatus(
      await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=100${at}`),
      200,
    )
    all.push(...page.data)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

// Rounded outward to the grid of five minutes, like the claims in the ledger.
const claim = (owner: string, fromMilliseconds: number, toMilliseconds: number): Claim => ({
  owner,
  fromQuantum: Math.floor(fromMilliseconds / QUANTUM_MILLISECONDS),
  toQuantum: Math.ceil(toMilliseconds / QUANTUM_MILLISECONDS),
})

const isLive = (booking: Booking, now: number): boolean =>
  booking.status === 'pending'
    ? booking.holdExpiresAt !== null && Date.parse(booking.holdExpiresAt) > now
    : LIVE.has(booking.status)

/** The claims of a provider. The bookings of a class are one claim: their session's. */
async function claimsOf(
  api: HttpClient,
  providerId: string,
  now: number,
  classIds: readonly string[],
): Promise<Iterable<Claim>> {
  const bookings = await listAll<Booking>(api, `/v1/bookings?providerId=${providerId}`)
  const blocks = await listAll<Block>(api, `/v1/providers/${providerId}/blocks`)
  const claims = [
    ...bookings
      .filter((booking) => isLive(booking, now))
      .map(({ id, eventTypeId, start, end, policy }) =>
        claim(
          classIds.includes(eventTypeId ?? '') ? `${eventTypeId}@${Date.parse(start) / 1000}` : id,
          Date.parse(start) - policy.bufferBeforeMinutes * 60_000,
          Date.parse(end) + policy.bufferAfterMinutes * 60_000,
        ),
      ),
    ...blocks.map(({ id, start, end }) => claim(id, Date.parse(start), Date.parse(end))),
  ]
  return new Map(claims.map((each) => [each.owner, each])).values()
}

/**
 * Checks through the API that a provider's ledger is the union of its live claims on `days` UTC days
 * from `fromDate` on: no two live bookings, holds or blocks share five minutes, and exactly the claimed
 * time is taken. Resolves with the owners of the live claims; throws at the first violation. All
 * servers' clocks must be frozen at the same instant before `fromDate`. `classIds`: the event types with seats;
 * all bookings of one start of them share a claim, whose owner is `<event type>@<epoch second>`.
 */
export async function checkLedger(
  api: HttpClient,
  providerId: string,
  fromDate: string,
  days = 2,
  classIds: readonly string[] = [],
): Promise<readonly string[]> {
  const clock = expectStatus(await api.get<{ readonly now: string }>('/v1/test/clock'), 200)
  const claims = [...(await claimsOf(api, providerId, Date.parse(clock.now), classIds))]
  const ownerOf = new Map<number, string>()
  for (const { owner, fromQuantum, toQuantum } of claims) {
    for (let quantum = fromQuantum; quantum < toQuantum; quantum += 1) {
      const other = ownerOf.get(quantum)
      const at = new Date(quantum * QUANTUM_MILLISECONDS).toISOString()
      if (other !== undefined) throw new Error(`${other} and ${owner} both claim ${at}`)
      ownerOf.set(quantum, owner)
    }
  }
  const ruler = await makeEventType(api, providerId, { durationMinutes: 5, maxAdvanceDays: 1095 })
  const from = Date.parse(`${fromDate}T00:00:00Z`)
  const to = new Date(from + days * 86_400_000).toISOString()
  const { data } = expectStatus(
    await api.get<{ data: readonly { start: string; available: boolean }[] }>(
      `/v1/event-types/${ruler.id}/slots?from=${fromDate}T00:00:00Z&to=${to}&include=unavailable`,
    ),
    200,
  )
  if (data.length !== days * 288) throw new Error(`${data.length} quanta of ${days} days are seen`)
  for (const { start, available } of data) {
    const owner = ownerOf.get(Date.parse(start) / QUANTUM_MILLISECONDS)
    if (available && owner) throw new Error(`${start} is offered, but ${owner} claims it`)
    if (!available && !owner) throw new Error(`${start} is taken, but nothing claims it`)
  }
  return claims.map(({ owner }) => owner)
}
