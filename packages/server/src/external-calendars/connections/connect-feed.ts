import { ok, type Result, refuse } from '@holdfast/engine'
import { getProvider } from '../../booking/providers/read-providers.ts'
import { checkHasTime } from '../../booking/providers/units.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { FreeBusyFailure } from '../../kernel/ports/free-busy.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { feedUrl } from '../../stays/calendar-files/feed-url.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import { type Connection, type ConnectionPolicy, DEFAULT_POLICY } from './connection.ts'
import { type Connected, connectCalendar, findConnection } from './connections.ts'
import { READ_TIMEOUT_MILLISECONDS, rangeToRead, readCalendar } from './read-calendar.ts'
import { recordRead } from './refresh.ts'
import { storeCredential } from './store-credential.ts'

/** The feed to connect. */
export interface FeedInput {
  readonly url: string
  readonly policy?: Partial<ConnectionPolicy>
}

const hostOf = (url: string): string | undefined => URL.parse(feedUrl(url))?.host || undefined

const unreadable = (failure: FreeBusyFailure, detail: string) =>
  refuse({ code: 'calendar_unreadable', pointer: '/url', failure, detail })

/**
 * Connects an iCal feed of a provider, in place of a feed that is connected already. The feed is read
 * first; an unreadable one is refused, and nothing changes. The URL may be a secret, so it is stored in
 * the vault, and only its host is shown.
 */
export async function connectFeed(
  deps: ExternalCalendarsDependencies,
  caller: Caller<Connected>,
  providerId: string,
  { url, policy }: FeedInput,
): Promise<Result<Connected, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const hasTime = checkHasTime(provider.value, '/path/id')
  if (!hasTime.ok) return hasTime
  const label = hostOf(url)
  if (label === undefined) return invalid('/url', 'must be the https or webcal URL of a calendar')
  const { vault } = deps
  if (vault === undefined) {
    return unreadable('unreachable', 'this server has no vault to store the URL in')
  }
  const { credentialReference, discard } = await storeCredential(
    { ...deps, vault },
    { accountId: caller.accountId, providerId, kind: 'ical' },
    { kind: 'feed', url },
  )
  const before = await findConnection(deps, providerId, 'ical')
  const startedAtEpochMilliseconds = deps.clock.nowEpochMilliseconds()
  const trial = trialConnection(deps, before, { providerId, caller, credentialReference })
  const { timeZone } = provider.value
  const range = await rangeToRead(deps, provider.value)
  const outcome = await readCalendar(deps, trial, {
    timeZone,
    range,
    timeoutMilliseconds: READ_TIMEOUT_MILLISECONDS,
  })
  if (outcome.kind === 'failed') {
    await discard()
    return unreadable(outcome.code, outcome.detail)
  }
  const connected = await connectCalendar(deps, caller, providerId, {
    kind: 'ical',
    id: trial.id,
    credentialReference,
    label,
    ...(policy && { policy }),
  })
  if (!connected.ok) {
    await discard()
    return connected
  }
  const { connection, isNew } = connected.value
  const read = { startedAtEpochMilliseconds, range, timeZone, outcome }
  const recorded = await recordRead(deps, connection, read)
  return ok({ connection: recorded.kind === 'gone' ? connection : recorded.connection, isNew })
}

interface Trial {
  readonly providerId: string
  readonly caller: Pick<Caller, 'accountId'>
  readonly credentialReference: string
}

/** A connection that is not stored yet, to read a calendar once. */
function trialConnection(
  deps: ExternalCalendarsDependencies,
  before: Connection | undefined,
  { providerId, caller, credentialReference }: Trial,
): Connection {
  const now = deps.clock.nowEpochMilliseconds()
  return {
    id: before?.id ?? deps.ids.next('connection', now),
    accountId: caller.accountId,
    providerId,
    kind: 'ical',
    version: 0,
    settingsVersion: 0,
    status: 'active',
    credentialReference,
    calendarIds: [],
    writesBack: false,
    policy: DEFAULT_POLICY,
    readRevision: 0,
    warnings: [],
    createdAtEpochSeconds: Math.floor(now / 1000),
    updatedAtEpochSeconds: Math.floor(now / 1000),
  }
}
