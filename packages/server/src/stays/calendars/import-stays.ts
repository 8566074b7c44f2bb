import { FEED_PRODUCT } from '@holdfast/engine'
import { hashedSecret } from '../../identity/api-keys/api-keys.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { Calendar } from './calendar.ts'
import { type CalendarEvent, guestAttributes } from './calendar-event.ts'
import { type ChannelDependencies, type ChannelState, readChannelState } from './channel-state.ts'
import { commitEvents, type EventChange } from './commit-event.ts'
import { checkOverriddenStay, stayDaysOf } from './event-content.ts'
import { eventOf, sameEvent } from './event-of-content.ts'
import { type FileSeries, importedEvent } from './file-series.ts'
import { type Outcome, skip, skippedEvent, skipRefused, withoutWarnings } from './import-report.ts'
import { importedUidEntity } from './imported-uid.ts'
import { type KnownStay, matchStays, type WantedStay } from './match-stays.ts'
import { grantNights, groupChanges, type WantedChange } from './plan-stays.ts'

/** The file of a channel, as the whole list of its stays. */
export interface ChannelFile {
  /** The channel. Empty if none is known. */
  readonly source: string
  readonly series: readonly FileSeries[]
  /** The UIDs of everything in the file, also of what could not be read. */
  readonly names: readonly string[]
  /** Whether stays of the channel that the file lacks are removed. */
  readonly removesMissing: boolean
}

/** What the import of stays did. */
export interface ImportedStays {
  readonly outcomes: readonly Outcome[]
  /** How many stays were removed because the file lacks them. */
  readonly removed: number
}

/** A stay of a file that can be one of the calendar. */
interface ReadStay extends WantedStay {
  readonly series: FileSeries
}

/** A change that the file asks for, with what it means for the report and for the UIDs. */
interface StayChange extends WantedChange {
  /** Absent: the file lacks the stay. */
  readonly series?: FileSeries
  readonly report?: Outcome
  /** The writes that give the UID of the file to the stay with this id. */
  readonly uidWrites: (stayId: string | undefined) => readonly Write[]
}

/** One import: what it depends on, and what it did so far. */
interface Import {
  readonly deps: ChannelDependencies
  readonly caller: Caller
  readonly calendar: Calendar
  readonly file: ChannelFile
  readonly outcomes: Map<string, Outcome>
  removed: number
}

/**
 * Imports the stays of a channel's file as the state that the channel wants. Changes that depend on each other
 * are committed together, so nobody else gets a night that one stay leaves to another. A stay whose nights are
 * taken claims the others, and is kept as one that lacks nights.
 */
export async function importStays(
  deps: ChannelDependencies,
  caller: Caller,
  calendar: Calendar,
  file: ChannelFile,
): Promise<ImportedStays> {
  const running: Import = { deps, caller, calendar, file, outcomes: new Map(), removed: 0 }
  await retryOnConflict(`calendar ${calendar.id}`, async () => {
    const state = await readChannelState(deps, calendar.id)
    const groups = groupChanges(await decideChanges(running, state))
    let taken: ReadonlySet<number> = state.taken
    for (const group of groups) {
      const committed = await commitGroup(running, group, taken)
      if (committed === undefined) return CONFLICT
      taken = committed
    }
    return 'done'
  })
  const { outcomes, removed } = running
  return { outcomes: file.series.flatMap(({ name }) => outcomes.get(name) ?? []), removed }
}

/** Remembers what happened to a stay of the file. A repetition after a conflict finds it unchanged. */
function record({ outcomes }: Import, { name }: FileSeries, outcome: Outcome): void {
  const earlier = outcomes.get(name)
  if (earlier?.result !== undefined && outcome.result === 'unchanged') return
  outcomes.set(name, outcome)
}

/** Compares the file with the calendar. What needs no change is recorded at once. */
async function decideChanges(running: Import, state: ChannelState): Promise<readonly StayChange[]> {
  const { deps, calendar, file } = running
  const decided: StayChange[] = []
  const wanted: ReadStay[] = []
  for (const series of file.series) {
    const own = await state.ownEvent(series.name)
    if (own !== undefined) {
      decided.push(...changeOfOwn(running, series, own))
      continue
    }
    const uidHash = hashedSecret(deps, series.name)
    if (series.master.isCancelled) {
      const before = state.byUid.get(uidHash)?.event
      if (before) {
        const report = withoutWarnings('removed')
        decided.push({ before, series, report, uidWrites: () => [] })
      } else if (!running.outcomes.has(series.name)) {
        const none = skip(series.master, 'cancelled', 'It is cancelled.')
        record(running, series, skippedEvent(none))
      }
      continue
    }
    const read = importedEvent(calendar, series, undefined)
    const days = read.ok ? read.value.content.days : undefined
    const allowed = read.ok ? checkOverriddenStay(stayDaysOf(read.value.content)) : read
    if (!read.ok) record(running, series, skippedEvent(read.refusal))
    else if (!allowed.ok) {
      record(running, series, skippedEvent(skip(series.master, 'invalid', 'It is too long.')))
    } else if (days) wanted.push({ uidHash, ...days, series })
  }
  const decidedIds = new Set(decided.map(({ before }) => before?.id))
  const known = state.known.filter(({ event }) => !decidedIds.has(event.id))
  const matches = matchStays(wanted, known, file.source)
  return [
    ...decided,
    ...missingStays(running, known, wanted, matches),
    ...wanted.flatMap((stay) => changeOf(running, state, stay, wanted, matches.get(stay))),
  ]
}

/**
 * The change of a stay that a file names by the UID of our own feed. Only that feed itself, sent back, changes it:
 * what a channel hands back may be old.
 */
function changeOfOwn(
  running: Import,
  series: FileSeries,
  own: CalendarEvent | 'cancelled' | 'booking',
): readonly StayChange[] {
  if (own === 'cancelled') {
    const detail = 'It is a stay of this calendar that was cancelled here.'
    record(running, series, skippedEvent(skip(series.master, 'cancelled', detail)))
    return []
  }
  // A booking is changed by its own calls, also if our feed comes back.
  if (own === 'booking' || running.file.source !== FEED_PRODUCT) {
    record(running, series, withoutWarnings('unchanged'))
    return []
  }
  const uidWrites = () => []
  if (series.master.isCancelled) {
    return [{ before: own, series, report: withoutWarnings('removed'), uidWrites }]
  }
  const read = importedEvent(running.calendar, series, own)
  if (!read.ok) {
    record(running, series, skippedEvent(read.refusal))
    return []
  }
  const { skipped, warnings } = read.value
  const content = { ...read.value.content, ...guestAttributes(own) }
  const report = { result: 'updated', skipped, warnings } as const
  return [{ before: own, content, series, report, uidWrites }]
}

/** The stays of the channel that the file lacks. Those that are over remain, since channels leave the past out. */
function missingStays(
  { deps, file }: Import,
  known: readonly KnownStay[],
  wanted: readonly ReadStay[],
  matches: ReadonlyMap<ReadStay, KnownStay>,
): readonly StayChange[] {
  const found = new Set([...matches.values()].map(({ event }) => event.id))
  const wantedUids = new Set(wanted.map(({ uidHash }) => uidHash))
  const inFile = new Set(file.names.map((name) => hashedSecret(deps, name)))
  const now = epochSeconds(deps.clock)
  return known
    .filter(({ uid, event }) => {
      if (uid.source !== file.source || found.has(event.id)) return false
      // Its UID has got the nights of another stay of the channel.
      if (wantedUids.has(uid.uidHash)) return true
      return file.removesMissing && !inFile.has(uid.uidHash) && event.endEpochSeconds > now
    })
    .map(({ uid, event }) => ({
      before: event,
      uidWrites: () => (wantedUids.has(uid.uidHash) ? [] : [importedUidEntity.discard(uid)]),
    }))
}

function changeOf(
  running: Import,
  state: ChannelState,
  { series, uidHash }: ReadStay,
  wanted: readonly ReadStay[],
  match: KnownStay | undefined,
): readonly StayChange[] {
  const { calendar, file } = running
  const before = match?.event
  const read = importedEvent(calendar, series, before)
  if (!read.ok) {
    record(running, series, skippedEvent(read.refusal))
    return []
  }
  const { skipped, warnings } = read.value
  const stored = state.uids.get(uidHash)
  const uidWrites = (stayId: string | undefined): readonly Write[] => {
    if (stayId === undefined) return []
    const writes: Write[] = []
    if (stored?.eventId !== stayId || stored.source !== file.source) {
      const version = (stored?.version ?? 0) + 1
      const uid = {
        calendarId: calendar.id,
        uidHash,
        eventId: stayId,
        source: file.source,
        version,
      }
      writes.push(importedUidEntity.put(stored, uid))
    }
    // The stay has a new UID. The one before is forgotten, unless the file gives it to another stay.
    if (match && match.uid.uidHash !== uidHash) {
      const isUsed = wanted.some((other) => other.uidHash === match.uid.uidHash)
      if (!isUsed) writes.push(importedUidEntity.discard(match.uid))
    }
    return writes
  }
  const content = { ...read.value.content, ...guestAttributes(before) }
  const result = before ? 'updated' : 'imported'
  return [
    {
      ...(before && { before }),
      content,
      series,
      report: { result, skipped, warnings },
      uidWrites,
    },
  ]
}

/**
 * Commits changes together. Answers the nights that are taken then, or undefined if a stay or a UID changed
 * meanwhile.
 */
function commitGroup(
  running: Import,
  group: readonly [StayChange, ...StayChange[]],
  takenBefore: ReadonlySet<number>,
): Promise<ReadonlySet<number> | undefined> {
  const { deps, caller } = running
  let known = takenBefore
  return retryOnConflict(`calendar ${running.calendar.id}`, async () => {
    const granted = grantNights(group, known)
    const planned = group.map((change, index) =>
      plannedChange(running, change, granted.lacking[index] ?? []),
    )
    const writes = planned.flatMap(({ event, change }) => change.uidWrites(event.after?.id))
    const [first, ...others] = planned
      .filter(({ isChanged }) => isChanged)
      .map(({ event }) => event)
    if (first !== undefined) {
      const committed = await commitEvents(deps, caller, [first, ...others], {
        answer: undefined,
        writes,
      })
      if (committed.kind === 'stale') return undefined
      if (committed.kind === 'refused') {
        const days = 'days' in committed.refusal ? committed.refusal.days : []
        known = new Set([...known, ...days])
        return CONFLICT
      }
    } else if (writes.length > 0) {
      const named = Object.fromEntries(writes.map((write, index) => [`uid:${index}`, write]))
      if ((await transact(deps, named)).kind !== 'done') return undefined
    }
    for (const each of planned) report(running, each)
    return granted.taken
  })
}

/** A change of a stay with the nights that it gets. */
interface PlannedChange {
  readonly change: StayChange
  readonly event: EventChange
  readonly isChanged: boolean
  readonly lacking: readonly number[]
}

function plannedChange(
  { deps, caller, file }: Import,
  change: StayChange,
  nights: readonly number[],
): PlannedChange {
  const { before, content } = change
  const lacking = [...nights].sort((a, b) => a - b)
  if (content === undefined) {
    return { change, event: before ? { before } : {}, isChanged: true, lacking }
  }
  const unplaced = {
    source: file.source,
    nights: lacking,
    sinceEpochSeconds: before?.unplaced?.sinceEpochSeconds ?? epochSeconds(deps.clock),
  }
  const wanted = { ...content, ...(lacking.length > 0 && { unplaced }) }
  if (before && sameEvent(before, wanted)) {
    return { change, event: { before, after: before }, isChanged: false, lacking }
  }
  const after: CalendarEvent = { ...eventOf(deps, wanted, before), actor: caller.actor }
  return { change, event: before ? { before, after } : { after }, isChanged: true, lacking }
}

function report(running: Import, { change, isChanged, lacking }: PlannedChange): void {
  const { series, report: outcome } = change
  if (series === undefined || outcome === undefined) {
    running.removed += 1
  } else if (lacking.length > 0) {
    const refusal = { code: 'night_taken', days: lacking } as const
    const skipped = [...outcome.skipped, skipRefused(series.master, refusal)]
    record(running, series, { ...outcome, result: undefined, skipped })
  } else {
    record(running, series, isChanged ? outcome : { ...outcome, result: 'unchanged' })
  }
}
