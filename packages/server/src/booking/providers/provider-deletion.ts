import { occupiedQuanta, ok, QUANTUM_MINUTES, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { ledgerFromDate, providerKey, providerSlugKey } from '../keys.ts'
import { type Provider, providerFromItem, providerItem } from './provider.ts'
import { getProvider } from './providers.ts'

/**
 * Deletes a provider that nobody has booked from now on. It is begun, then the ledger is read, then it
 * is done, on condition that nobody ended it in between, as whoever needs the provider does. So of
 * bookings only one that was on its way before the beginning can still land afterwards: that one is
 * withdrawn by the consumer of its event (`keepProvider`). A deletion that was cut off leaves a
 * provider like any other.
 */
export async function deleteProvider(
  deps: BookingDependencies,
  caller: Caller<undefined>,
  providerId: string,
): Promise<Result<undefined, Refusal>> {
  const refused = refuse({ code: 'provider_has_bookings', providerId })
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    const found = await getProvider(deps, caller, providerId)
    if (!found.ok) return found
    const before = found.value
    const stale = versionMismatch(caller, before.version)
    if (stale) return stale
    // Looked for before it is begun too, so that what is refused most often changes nothing.
    if (await isBookedFromNowOn(deps, providerId)) return refused
    const begun = await beginDeletion(deps, before)
    if (begun === undefined) continue
    if (await isBookedFromNowOn(deps, providerId)) {
      await endDeletion(deps, begun)
      return refused
    }
    const slug: Write = { kind: 'delete', key: providerSlugKey(begun.slug) }
    const writes = [putProvider(begun, deletedProvider(deps, begun)), slug]
    const committed = await commit(deps, caller, writes, undefined)
    if (committed.kind === 'done') {
      // A crash before this is harmless: a connection of a deleted provider ends at its next refresh.
      await deps.connectedCalendars.disconnectAll(deps, caller, providerId)
      return ok(undefined)
    }
    if (committed.kind === 'refused') return refuse(committed.refusal)
  }
  throw tooContended(`provider ${providerId}`)
}

/** The provider with its deletion begun, by this call or another; nothing if somebody has changed it. */
async function beginDeletion(deps: Dependencies, before: Provider): Promise<Provider | undefined> {
  if (before.deletionBeganAtEpochSeconds !== undefined) return before
  const begun: Provider = {
    ...before,
    version: before.version + 1,
    deletionBeganAtEpochSeconds: epochSeconds(deps.clock),
  }
  return (await wasPut(deps, before, begun)) ? begun : undefined
}

function deletedProvider(deps: Dependencies, begun: Provider): Provider {
  const { deletionBeganAtEpochSeconds: _, ...rest } = begun
  const now = epochSeconds(deps.clock)
  return {
    ...rest,
    version: begun.version + 1,
    updatedAtEpochSeconds: now,
    deletedAtEpochSeconds: now,
  }
}

/**
 * Keeps a provider that is needed, by ending a deletion that was begun and is not done; answers whether
 * it is there: false means that it was deleted for good.
 */
export async function keepProvider(deps: Dependencies, provider: Provider): Promise<boolean> {
  let current = provider
  for (let round = 0; round < DECISION_ROUNDS; round += 1) {
    if (current.deletedAtEpochSeconds !== undefined) return false
    if (current.deletionBeganAtEpochSeconds === undefined) return true
    if (await endDeletion(deps, current)) return true
    const item = await deps.store.get(providerKey(provider.id), { consistent: true })
    if (item === undefined) return false
    current = providerFromItem(item)
  }
  throw tooContended(`provider ${provider.id}`)
}

/** Whether it was this call that ended the deletion; otherwise somebody else has changed the provider. */
function endDeletion(deps: Dependencies, begun: Provider): Promise<boolean> {
  const { deletionBeganAtEpochSeconds: _, ...rest } = begun
  return wasPut(deps, begun, { ...rest, version: begun.version + 1 })
}

const putProvider = (before: Provider, after: Provider): Write => ({
  kind: 'put-if-version',
  item: providerItem(after),
  version: before.version,
})

async function wasPut(deps: Dependencies, before: Provider, after: Provider): Promise<boolean> {
  const token = deps.ids.next('event', deps.clock.nowEpochMilliseconds())
  return (await deps.store.transact([putProvider(before, after)], token)).committed
}

async function isBookedFromNowOn(deps: Dependencies, providerId: string): Promise<boolean> {
  const nowSeconds = epochSeconds(deps.clock)
  const today = new Date(nowSeconds * 1000).toISOString().slice(0, 10)
  const answer = await deps.store.query({ ...ledgerFromDate(providerId, today), consistent: true })
  const quantumNow = Math.floor((nowSeconds % 86_400) / 60 / QUANTUM_MINUTES)
  return answer.items.some((item) => {
    const day = ledgerFromItem(item)
    const booked = new Set(occupiedQuanta(day, nowSeconds))
    for (const block of day.blocks) {
      for (let i = 0; i < block.quantumCount; i += 1) booked.delete(block.firstQuantum + i)
    }
    if (keyTail(item.SK) !== today) return booked.size > 0
    for (const quantum of booked) if (quantum >= quantumNow) return true
    return false
  })
}
